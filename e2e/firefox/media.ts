import { createRequire } from 'node:module'

/** What Playwright sends to every page. */
const COMMAND = 'emulation.setMediaFeaturesOverride'

/**
 * Firefox ESR 153 does not know this command of WebDriver BiDi, and without an answer to it Playwright makes no page: so it is
 * answered in place of Firefox. Tests with the tag `@firefox` must not ask for dark colours, less motion, downloads or bodies of
 * answers. To be taken away when the oldest Firefox that is tested knows it.
 */
export function answerForMedia(): void {
  const { ws }: { readonly ws: { readonly prototype: Socket } } = createRequire(
    createRequire(import.meta.url).resolve('@playwright/test'),
  )('playwright-core/lib/utilsBundle')
  const { send } = ws.prototype
  ws.prototype.send = function (data, ...rest) {
    if (typeof data !== 'string' || !data.includes(`"${COMMAND}"`)) return send.call(this, data, ...rest)
    const { id } = JSON.parse(data)
    queueMicrotask(() => this.emit('message', Buffer.from(JSON.stringify({ type: 'success', id, result: {} })), false))
  }
}

interface Socket {
  send(data: unknown, ...rest: unknown[]): void
  emit(name: string, ...values: unknown[]): boolean
}
