import type { Drawing } from './drawing'

/** So many dots for each of the page: pictures are shown on walls and screens with small ones. */
const DENSITY = 2
/** Browsers refuse larger ones. */
const LARGEST = 16_000

/** A drawing as PNG. It refers to nothing outside, so the canvas gives it back. */
export async function pngOf({ svg, width, height }: Drawing): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const density = Math.min(DENSITY, LARGEST / width, LARGEST / height)
  const canvas = document.createElement('canvas')
  canvas.width = Math.round(width * density)
  canvas.height = Math.round(height * density)
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  return new Promise((done, fail) => {
    canvas.toBlob((blob) => (blob === null ? fail(new Error('The browser makes no picture of it.')) : done(blob)))
  })
}
