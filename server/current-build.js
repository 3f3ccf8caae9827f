// The server as one bundle (scripts/build.js). Plain JavaScript, because every start of byname.js imports it.
import { existsSync, readFileSync, statSync } from 'node:fs'

const folder = new URL('./dist/', import.meta.url)
const mainUrl = new URL('main.js', folder)
/** The sources of the build, relative to this file. Written last; its time is that at which the build began. */
const sourceListUrl = new URL('sources.json', folder)
const sourcesUrl = new URL('./src/', import.meta.url)

/** The URL of the built main.ts; undefined without a build, and if a source was changed or removed since. */
export function findCurrentBuild() {
  const builtAt = modificationTime(sourceListUrl)
  if (builtAt === undefined) return undefined
  // The image has no sources.
  if (!existsSync(sourcesUrl)) return mainUrl
  const isUnchanged = (path) => modificationTime(new URL(path, import.meta.url)) < builtAt
  return JSON.parse(readFileSync(sourceListUrl, 'utf8')).every(isUnchanged) ? mainUrl : undefined
}

function modificationTime(url) {
  return statSync(url, { throwIfNoEntry: false })?.mtimeMs
}
