import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { installPackages } from './debian.mjs'
import { bin, onPath, root } from './root.mjs'

/**
 * Chrome and Chromium under the names that distributions give them. The first one has no windows of its own, and opens a page with
 * a third of the work.
 */
const commands = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
]

/** The packages of Debian. The font is as wide as Arial, in which the pages are drawn if there is nothing better; the default is wider. */
const packages = ['chromium-headless-shell', 'fonts-liberation']

const applications = ['Google Chrome.app/Contents/MacOS/Google Chrome', 'Chromium.app/Contents/MacOS/Chromium']

/**
 * The browser for the browser tests: ALMANAC_BROWSER, one of the system, or Playwright's own.
 * @returns {Promise<string | undefined>} the path of its program
 * @throws when ALMANAC_BROWSER does not name a browser that runs
 */
async function findBrowser() {
  const named = process.env.ALMANAC_BROWSER
  if (named) {
    if (runs(named)) return named
    throw new Error(`ALMANAC_BROWSER=${named} does not run. Give the path of Chrome or Chromium, or unset it.`)
  }
  return systemBrowsers().find(runs) ?? (await playwrightsOwn())
}

/**
 * Finds a browser, or installs one: on Debian as root the one of the distribution, else Playwright's own.
 * @returns {Promise<string>} the path of its program
 * @throws when there is none after all
 */
export async function ensureBrowser() {
  const found = await findBrowser()
  if (found) return found
  console.log('No Chrome or Chromium found, installing one for the browser tests …')
  installPackages(packages)
  const installed = systemBrowsers().find(runs)
  if (installed) return installed
  if (run(process.execPath, bin('@playwright/test/cli.js'), 'install', 'chromium')) {
    const own = await playwrightsOwn()
    if (own) return own
  }
  throw new Error('The browser tests need Chrome or Chromium. Install one, or set ALMANAC_BROWSER to its path.')
}

/**
 * The Firefox of the system; on Debian, as root, it is installed where there is none.
 * @returns {string | undefined} the path of its program
 */
export function ensureFirefox() {
  const find = () => ['firefox-esr', 'firefox'].flatMap(onPath).filter(isExecutable).find(runs)
  const found = find()
  if (found !== undefined) return found
  installPackages(['firefox-esr'])
  return find()
}

/** @returns {string[]} programs that exist, best first */
function systemBrowsers() {
  const linux = commands.flatMap(onPath)
  const mac = ['/Applications', join(homedir(), 'Applications')].flatMap((at) =>
    applications.map((app) => join(at, app)),
  )
  return (process.platform === 'darwin' ? [...mac, ...linux] : linux).filter(isExecutable)
}

/** @returns {Promise<string | undefined>} */
async function playwrightsOwn() {
  const { chromium } = await import(pathToFileURL(bin('@playwright/test/index.mjs')).href)
  const path = chromium.executablePath()
  return existsSync(path) && runs(path) ? path : undefined
}

/**
 * Whether it starts: some distributions have a chromium that only says how to install the real one.
 * @param {string} path
 */
function runs(path) {
  return spawnSync(path, ['--version'], { timeout: 15_000, stdio: 'ignore' }).status === 0
}

/** @param {string} path */
function isExecutable(path) {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/**
 * @param {string} command
 * @param {...string} args
 */
function run(command, ...args) {
  return spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status === 0
}
