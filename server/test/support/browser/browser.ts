import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, env, platform } from 'node:process'
import type { RunOnly } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { findMisfits } from './find-misfits.ts'
import { unpackChromium } from './unpack-chromium.ts'

/** Not those of the package: they switch off the protections that tests look at. */
const args = [
  '--no-sandbox',
  '--disable-setuid-sandbox',
  '--no-zygote',
  '--font-render-hinting=none',
  '--disable-gpu',
  '--disable-dev-shm-usage',
]

const { CHROMIUM_PATH, CI } = env

const isBrowserAvailable = CHROMIUM_PATH !== undefined || (platform === 'linux' && arch === 'x64')

/** One browser for the suite. Without one, the suite is skipped, except in CI. */
export function describeInBrowser(title: string, suite: (browser: () => Browser) => void): void {
  if (!isBrowserAvailable) {
    const advice = `${title}: no Chromium for ${platform} ${arch}; set CHROMIUM_PATH`
    if (CI) test(advice, () => expect.fail(advice))
    else describe.skip(advice, () => suite(() => expect.fail(advice)))
    return
  }
  let browser: Browser | undefined
  describe(title, () => {
    beforeAll(async () => {
      browser = await launchBrowser()
    })
    afterAll(() => browser?.close())
    suite(() => browser ?? expect.fail('The browser runs in tests and hooks only.'))
  })
}

export async function launchBrowser(
  environment: Readonly<Record<string, string>> = {},
  furtherArgs: readonly string[] = [],
): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM_PATH ?? (await unpackChromium()),
    args: [...args, ...furtherArgs],
    env: { ...env, LANG: 'en_US.UTF-8', ...environment },
  })
}

export interface VisitOptions {
  readonly width?: number
  /** Of a display, or of a page that is zoomed; absent: 1. */
  readonly deviceScaleFactor?: number
  readonly colorScheme?: 'light' | 'dark'
  readonly hasScript?: boolean
  /** BCP 47; absent: en-US. */
  readonly locale?: string
  /** Absent: that of the browser, on a computer. */
  readonly phone?: { readonly userAgent: string }
  /** Absent: until everything that the document names is loaded. */
  readonly waitUntil?: 'load' | 'commit'
  /** Runs before the page, such as that of a wallet. */
  readonly prepare?: (context: BrowserContext) => Promise<unknown>
}

/**
 * A page in a context of its own, and what went wrong in it: errors, and violations of the content security policy. Wait by
 * `waitUntil`: `waitForFunction` evaluates text in the page, which the policy permits at the first attempt only.
 */
export interface Visit {
  readonly page: Page
  readonly problems: string[]
}

export async function visit(
  browser: Browser,
  url: string,
  {
    width = 360,
    deviceScaleFactor = 1,
    colorScheme = 'light',
    hasScript = true,
    locale = 'en-US',
    phone,
    waitUntil = 'load',
    prepare,
  }: VisitOptions = {},
): Promise<Visit> {
  const context = await browser.newContext({
    locale,
    viewport: { width, height: 780 },
    deviceScaleFactor,
    colorScheme,
    javaScriptEnabled: hasScript,
    reducedMotion: 'reduce',
    ...(phone && { ...phone, isMobile: true, hasTouch: true }),
  })
  context.setDefaultTimeout(15_000)
  onTestFinished(() => context.close())
  const problems: string[] = []
  await context.exposeBinding(
    'reportViolation',
    (_source, violation: string) => void problems.push(violation),
  )
  await context.addInitScript(reportViolations)
  await prepare?.(context)
  const page = await context.newPage()
  page.on('pageerror', (error) => problems.push(`${error}`))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') problems.push(message.text())
  })
  await page.goto(url, { waitUntil })
  return { page, problems }
}

/** In the page. */
const reportViolations = `addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
  reportViolation(violatedDirective + ' ' + blockedURI))`

const axeSource = await readFile(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const allRules: RunOnly = {
  type: 'tag',
  values: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'],
}

/** Those that read colors: the dark scheme changes nothing else. */
const colorRules: RunOnly = { type: 'rule', values: ['color-contrast', 'link-in-text-block'] }

/**
 * `assertFits`, and WCAG 2.2 AA as far as axe can see it: in the console at the largest width and else at the smallest, and in the dark its
 * rules about colors only.
 */
export async function assertWellFormed(opened: Visit): Promise<void> {
  const { page, problems } = opened
  await assertFits(opened)
  await page.evaluate(axeSource)
  const width = new URL(page.url()).pathname.startsWith('/console') ? 1280 : 360
  await page.setViewportSize({ width, height: 780 })
  for (const [colorScheme, rules] of [
    ['dark', colorRules],
    ['light', allRules],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const findings = await page.evaluate(findViolations, rules)
    expect({ colorScheme, findings, problems }).toEqual({ colorScheme, findings: [], problems: [] })
  }
  await page.setViewportSize({ width: 360, height: 780 })
}

/** At every width: no sideways scrolling, no text that is cut or broken, nothing that went wrong. Ends at 360 pixels. */
export async function assertFits({ page, problems }: Visit): Promise<void> {
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height: 780 })
    const isWithinWidth = await page.evaluate('document.documentElement.scrollWidth <= innerWidth')
    const misfits = await page.evaluate(findMisfits)
    expect({ width, isWithinWidth, misfits, problems }).toEqual({
      width,
      isWithinWidth: true,
      misfits: [],
      problems: [],
    })
  }
}

/** What is open over the page, in both themes. The library of popups hides the page from screen readers meanwhile. */
export async function assertPopupWellFormed({ page, problems }: Visit, selector: string): Promise<void> {
  await page.evaluate(axeSource)
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    const findings = await page.evaluate(findViolationsWithin, { selector, runOnly: allRules })
    expect({ colorScheme, findings, problems }).toEqual({ colorScheme, findings: [], problems: [] })
  }
}

/** Runs in the page. The rule is about whole pages. */
async function findViolationsWithin(input: { readonly selector: string; readonly runOnly: RunOnly }) {
  // Safe because the source of axe was evaluated before.
  const { axe } = globalThis as unknown as { readonly axe: typeof import('axe-core') }
  const rules = { region: { enabled: false }, 'page-has-heading-one': { enabled: false } }
  const { violations } = await axe.run(input.selector, {
    runOnly: input.runOnly,
    rules,
    resultTypes: ['violations'],
  })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}

/** Runs in the page, where axe is global. */
async function findViolations(runOnly: RunOnly): Promise<readonly string[]> {
  // Safe because the source of axe was evaluated before.
  const { axe } = globalThis as unknown as { readonly axe: typeof import('axe-core') }
  const { violations } = await axe.run({ runOnly, resultTypes: ['violations'] })
  return violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`))
}
