import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The folder of the project, with a slash at its end. */
export const root = fileURLToPath(new URL('../..', import.meta.url))

export interface Manifest {
  readonly name: string
  readonly version: string
  readonly description?: string
  readonly license?: string
  readonly private?: boolean
  readonly workspaces?: readonly string[]
  readonly scripts?: Readonly<Record<string, string>>
  readonly dependencies?: Readonly<Record<string, string>>
  readonly devDependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
}

export function readText(path: string): string {
  return readFileSync(join(root, path), 'utf8')
}

/** Of a folder of the project. */
export function readManifest(folder: string): Manifest {
  // Safe: the manifests are the project's own, which npm reads too.
  return JSON.parse(readText(join(folder, 'package.json'))) as Manifest
}

export interface Workspace {
  readonly folder: string
  readonly manifest: Manifest
}

function workspaces(): readonly Workspace[] {
  const folders = globSync([...(readManifest('.').workspaces ?? [])], { cwd: root }).toSorted()
  return folders.map((folder) => ({ folder, manifest: readManifest(folder) }))
}

/** Those that are not private. The server is private and is published as `byname`, which is assembled. */
export function publishableWorkspaces(): readonly Workspace[] {
  return workspaces().filter(({ manifest }) => manifest.private !== true)
}
