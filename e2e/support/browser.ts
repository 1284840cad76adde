import type { LaunchOptions } from '@playwright/test'

/** How the browser is started: without what tests do not need, and as root without the sandbox, which root cannot have. */
export const LAUNCH: LaunchOptions = {
  chromiumSandbox: process.getuid?.() !== 0,
  args: [
    '--disable-gpu',
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
}
