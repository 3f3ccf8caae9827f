import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

/**
 * `node web/scripts/write-logos.ts`: writes the logos of the chains and services that profiles name, and of wallets, into
 * `web/src/ui/logos`, from two packages that are installed for that alone, because they have 110 MB. What it writes is committed.
 */
const packages = ['@web3icons/core@4.0.56', 'simple-icons@16.37.0']

/** Names in `@web3icons/core`, by the coin type (SLIP-44, ENSIP-11) of the chain. */
const chains: Readonly<Record<number, string>> = {
  60: 'ethereum',
  0: 'bitcoin',
  501: 'solana',
  2147483658: 'optimism',
  2147492101: 'base',
  2147525809: 'arbitrum-one',
  2147483785: 'polygon',
  2147542792: 'linea',
  2148018000: 'scroll',
}

/** Names in `@web3icons/core`, without those that are logos of a chain too. */
const wallets = ['metamask', 'okx', 'phantom', 'trust', 'wallet-connect']

const services = ['x', 'github', 'telegram', 'discord', 'farcaster']

const target = new URL('../src/ui/logos/', import.meta.url)

async function readLogo(modules: string, kind: 'networks' | 'wallets', name: string): Promise<string> {
  const file = join(modules, `@web3icons/core/dist/svgs/${kind}/background/${name}.svg.js`)
  // Safe because each file of the folder exports one SVG document.
  const { default: svg } = (await import(pathToFileURL(file).href)) as { readonly default: string }
  return `${svg.replace(' class="web3icons"', '').replaceAll(/>\s+</g, '><').trim()}\n`
}

/** The one path of a logo in 24 × 24 units, to a hundredth. */
async function readService(modules: string, name: string): Promise<string> {
  const svg = await readFile(join(modules, `simple-icons/icons/${name}.svg`), 'utf8')
  const [, path] = /<path d="([^"]+)"\/>/.exec(svg) ?? []
  if (!path) throw new Error(`The logo of ${name} is not one path.`)
  return path.replaceAll(/(\.\d\d)\d+/g, '$1')
}

const folder = await mkdtemp(join(tmpdir(), 'logos-'))
try {
  const options = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--ignore-scripts']
  await promisify(execFile)('npm', [...options, ...packages])
  const modules = join(folder, 'node_modules')
  await mkdir(target, { recursive: true })
  for (const [coinType, name] of Object.entries(chains))
    await writeFile(new URL(`${coinType}.svg`, target), await readLogo(modules, 'networks', name))
  for (const name of wallets)
    await writeFile(new URL(`${name}.svg`, target), await readLogo(modules, 'wallets', name))
  const paths = await Promise.all(
    services.map(async (name) => ({ name, path: await readService(modules, name) })),
  )
  const members = paths.map(({ name, path }) => `  ${name}: '${path}',\n`)
  await writeFile(
    new URL('service-logos.ts', target),
    `/** Paths in 24 × 24 units, by \`web/scripts/write-logos.ts\`. */\nexport const serviceLogos = {\n${members.join('')}} as const\n`,
  )
  const symbols = paths.map(
    ({ name, path }) => `<symbol id="${name}" viewBox="0 0 24 24"><path d="${path}"/></symbol>`,
  )
  await writeFile(
    new URL('services.svg', target),
    `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`,
  )
} finally {
  await rm(folder, { recursive: true })
}
