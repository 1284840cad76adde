/** Copies by way of a field that nobody sees; throws when the browser does not do it. */
export function copyTheOlderWay(text: string): void {
  const area = document.createElement('textarea')
  area.value = text
  area.style.position = 'fixed'
  area.style.opacity = '0'
  document.body.append(area)
  area.select()
  const copied = document.execCommand('copy')
  area.remove()
  if (!copied) throw new Error('not copied')
}
