import { existsSync, readFileSync } from 'node:fs'
import { findPackageJSON } from 'node:module'
import { dirname, join } from 'node:path'
import { argv } from 'node:process'

/** Of the sources, or of the installed package. */
export const installationRoot = dirname(dirname(`${findPackageJSON(import.meta.url)}`))

/**
 * How this program is started once more, for advice: `npm run -s byname --` in the sources, and where the package is installed
 * `byname`, `npx byname` or `npx ./byname-0.1.0.tgz`.
 */
export function invocation(): string {
  if (existsSync(join(installationRoot, 'package-lock.json'))) return 'npm run -s byname --'
  const [, started = ''] = argv
  const [, cache] = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]/.exec(started) ?? []
  if (cache) return `npx ${packageOf(cache)}`
  return /[\\/]node_modules[\\/]/.test(started) ? 'npx byname' : 'byname'
}

/** What npx was asked for, of which it makes a note in the folder of its cache. */
function packageOf(cache: string): string {
  try {
    const noted: unknown = JSON.parse(readFileSync(join(cache, 'package.json'), 'utf8'))?._npx?.packages?.[0]
    return typeof noted === 'string' ? noted : 'byname'
  } catch {
    return 'byname'
  }
}

/** The folder of the documentation; undefined in the image, which has none. */
export function documentationFolder(): string | undefined {
  const folder = join(installationRoot, 'docs')
  return existsSync(folder) ? folder : undefined
}
