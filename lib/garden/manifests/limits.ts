/** What a folder of manifests may be. Beyond, there is a problem that says so; nothing hangs and nothing falls over. */
export interface Limits {
  /** Bytes of one file. Below what JavaScript can hold in one text. */
  readonly fileBytes: number
  /** Bytes of all files together. */
  readonly totalBytes: number
  readonly files: number
  /** Objects of our kinds. */
  readonly objects: number
  /** Levels of nesting in one object. */
  readonly depth: number
  /** How often one text may repeat parts of itself by alias, those in repeated parts included. */
  readonly aliases: number
}

export const defaultLimits: Limits = {
  fileBytes: 480 * 1024 * 1024,
  totalBytes: 2 * 1024 * 1024 * 1024,
  files: 20_000,
  objects: 300_000,
  depth: 100,
  aliases: 10_000,
}

/** `480 MiB`, `12 KiB`, `7 bytes`. */
export function bytesText(bytes: number): string {
  if (bytes >= 1024 * 1024) return `${Math.round(bytes / 1024 / 1024)} MiB`
  return bytes >= 1024 ? `${Math.round(bytes / 1024)} KiB` : `${bytes} bytes`
}
