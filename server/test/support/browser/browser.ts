import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { arch, env, platform } from 'node:process'
import type { RunOnly } from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFailed, onTestFinished, test } from 'vitest'
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
  // Pages of one test after another share a process, whose start costs as much as a page.
  '--renderer-process-limit=1',
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

export async function visit(browser: Browser, url: string, options: VisitOptions = {}): Promise<Visit> {
  const opened = await openPage(browser, options)
  onTestFinished(() => opened.page.context().close())
  await opened.page.goto(url, { waitUntil: options.waitUntil ?? 'load' })
  return opened
}

const kept = new WeakMap<Browser, Map<string, Visit>>()

/**
 * As `visit`, in the page of the last test of this `visitor` in this browser, which has its cookies and nothing else that is stored: half
 * of the work, or less. `options` are the same for a visitor. For tests that leave the page without routes, listeners and further
 * pages beside it; the page of a failed test is not used again.
 */
export async function revisit(
  browser: Browser,
  visitor: string,
  url: string,
  options: Omit<VisitOptions, 'waitUntil'> = {},
): Promise<Visit> {
  const pages = kept.get(browser) ?? new Map<string, Visit>()
  kept.set(browser, pages)
  const earlier = pages.get(visitor)
  const opened = earlier ?? (await openPage(browser, options))
  pages.set(visitor, opened)
  onTestFailed(async () => {
    pages.delete(visitor)
    await opened.page.context().close()
  })
  if (earlier) await forget(earlier, new URL(url).origin, options)
  await opened.page.goto(url)
  return opened
}

async function forget({ page, problems }: Visit, origin: string, options: VisitOptions): Promise<void> {
  const { width, colorScheme } = { ...appearance, ...options }
  // Pages store what was typed when they are left, so it is removed in a document without scripts.
  await page.goto(`${origin}/health`)
  await page.evaluate('localStorage.clear(); sessionStorage.clear()')
  await page.setViewportSize({ width, height })
  await page.emulateMedia({ colorScheme, forcedColors: 'none' })
  problems.length = 0
}

/** Of the view, in pixels. */
const height = 780

/** Of a visit without these options. */
const appearance = { width: 360, colorScheme: 'light' } as const

async function openPage(browser: Browser, options: VisitOptions): Promise<Visit> {
  const { deviceScaleFactor = 1, hasScript = true, locale = 'en-US', phone, prepare } = options
  const { width, colorScheme } = { ...appearance, ...options }
  const context = await browser.newContext({
    locale,
    viewport: { width, height },
    deviceScaleFactor,
    colorScheme,
    javaScriptEnabled: hasScript,
    reducedMotion: 'reduce',
    ...(phone && { ...phone, isMobile: true, hasTouch: true }),
  })
  context.setDefaultTimeout(60_000)
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
  return { page, problems }
}

/**
 * Of the console, at least one, with a text that each of them has. They arrive at their own time, often after what the page shows
 * of the same failure.
 */
export async function takeProblems({ problems }: Visit, text: string): Promise<void> {
  await expect.poll(() => problems.length).toBeGreaterThan(0)
  for (const problem of problems.splice(0)) expect(problem).toContain(text)
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
  await page.setViewportSize({ width, height })
  for (const [colorScheme, rules] of [
    ['dark', colorRules],
    ['light', allRules],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    const findings = await page.evaluate(findViolations, rules)
    expect({ colorScheme, findings, problems }).toEqual({ colorScheme, findings: [], problems: [] })
  }
  await page.setViewportSize({ width: 360, height })
}

/** At every width: no sideways scrolling, no text that is cut or broken, nothing that went wrong. Ends at 360 pixels. */
export async function assertFits({ page, problems }: Visit): Promise<void> {
  for (const width of [1280, 768, 360]) {
    await page.setViewportSize({ width, height })
    await waitForLayout(page)
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

/** Charts and popups follow a change of their size a frame later. */
export async function waitForLayout(page: Page): Promise<void> {
  await page.evaluate(
    `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(() => done())))`,
  )
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
