import { request } from '@/lib/client/fetch-json'
import { WHAT_IF, type WhatIfParams } from '@/lib/client/workbench/what-if-query'

/** Saves all clusters that a draft changes as a table, whichever page of them is shown. */
export async function saveTable(asked: WhatIfParams): Promise<void> {
  const response = await request(WHAT_IF, {
    body: { ...asked, limit: undefined, offset: undefined, format: 'csv' },
  })
  if (!response.ok) throw new Error(`HTTP ${response.status} ${response.statusText}`.trim())
  saveFile(await response.blob(), `what-if-${asked.profile.replace('/', '-')}.csv`)
}

function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  URL.revokeObjectURL(url)
}
