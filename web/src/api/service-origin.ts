/**
 * In front of the paths of the service: nothing on its own pages; on pages of others, for which `src/embed` is built, the origin that
 * the script comes from. Tests of pure code run without a build.
 */
export const serviceOrigin = import.meta.env?.MODE === 'embed' ? new URL(import.meta.url).origin : ''
