import { createRequire } from 'node:module'

const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Returns the path of the anvil executable for this machine, which is in a package of its own: `@foundry-rs/anvil`, on which the
 * project depends, installs the one of the platform. Throws when it is not installed.
 */
export function anvilBinary(): string {
  const architecture = architectures[process.arch] ?? process.arch
  const platformPackage = `@foundry-rs/anvil-${process.platform}-${architecture}`
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  try {
    return createRequire(import.meta.url).resolve(`${platformPackage}/bin/${file}`)
  } catch (cause) {
    throw new Error(
      `The local chains need anvil: install it with npm install ${platformPackage}, or with the optional dependencies.`,
      { cause },
    )
  }
}
