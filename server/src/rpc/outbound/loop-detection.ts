/** Our id in `CDN-Loop` (RFC 8586). */
export const cdnLoopId = 'byname'

/** Whether a service of this software sent the request. */
export function isLoop(cdnLoop: string | undefined): boolean {
  return (
    cdnLoop?.split(',').some((item) => item.split(';', 1)[0]?.trim().toLowerCase() === cdnLoopId) ?? false
  )
}
