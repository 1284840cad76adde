import { gzipSync } from 'node:zlib'
import type { Page, Response } from '@playwright/test'
import { settled } from './settled'

/** Bytes of JavaScript, gzipped, that a page may load before it can be used. */
export const BUDGET = 190_000

export interface Script {
  readonly url: string
  readonly bytes: number
}

/**
 * The JavaScript that a page loads for itself. Not counted: what Next fetches ahead for pages that are linked to, and a
 * chunk with recharts, if it is loaded on its own when a chart is shown. Named in the document, recharts counts.
 */
export async function scriptsOf(page: Page, path: string): Promise<readonly Script[]> {
  const loaded: Promise<Script & { source: string }>[] = []
  const keep = (response: Response) => {
    if (response.request().resourceType() !== 'script') return
    loaded.push(response.text().then((source) => ({ url: response.url(), bytes: gzipSync(source).byteLength, source })))
  }
  page.on('response', keep)
  // An answer would make the browser load the other page's scripts.
  await page.route('**', (route) =>
    'next-router-prefetch' in route.request().headers() ? route.abort() : route.fallback(),
  )
  const response = await page.goto(path)
  await settled(page)
  const document = (await response?.text()) ?? ''
  page.off('response', keep)
  const scripts = await Promise.all(loaded)
  return scripts.filter(({ url, source }) => !source.includes('recharts-') || document.includes(new URL(url).pathname))
}
