import { createRequire } from 'node:module'

const architectures: Record<string, string> = { x64: 'amd64', arm64: 'arm64' }

/**
 * Returns the path of the anvil executable for this machine. The npm package `@foundry-rs/anvil` is only a launcher;
 * the executable is in an optional dependency of it, one per platform. Throws when that one is not installed.
 */
export function anvilBinary(): string {
  const architecture = architectures[process.arch] ?? process.arch
  const platformPackage = `@foundry-rs/anvil-${process.platform}-${architecture}`
  const file = process.platform === 'win32' ? 'anvil.exe' : 'anvil'
  const launcher = createRequire(import.meta.url).resolve('@foundry-rs/anvil/package.json')
  try {
    return createRequire(launcher).resolve(`${platformPackage}/bin/${file}`)
  } catch (cause) {
    throw new Error(
      `There is no anvil for this machine: the npm package ${platformPackage} is not installed.`,
      {
        cause,
      },
    )
  }
}
