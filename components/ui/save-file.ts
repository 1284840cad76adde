/** Saves a file that the page made, as the browser saves what it loads. */
export function saveFile(name: string, content: string | Blob, type?: string): void {
  const blob = typeof content === 'string' ? new Blob([content], type === undefined ? {} : { type }) : content
  const url = URL.createObjectURL(blob)
  const link = document.createElement('a')
  link.href = url
  link.download = name
  link.click()
  // The browser has begun to read it by then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
