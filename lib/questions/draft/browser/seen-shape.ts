import type { SeenList } from './seen'

const STAGES: readonly unknown[] = ['unavailable', 'preview', 'supported', 'deprecated', 'expired']

/** Whether something has the shape of what was seen. */
export function isSeen(raw: unknown): raw is readonly SeenList[] {
  return Array.isArray(raw) && raw.length <= 200 && raw.every(isSeenList)
}

function isSeenList(raw: unknown): boolean {
  if (!Array.isArray(raw) || raw.length !== 2) return false
  const [image, versions] = raw as [unknown, unknown]
  return (image === null || isText(image)) && Array.isArray(versions) && versions.every(isSeenVersion)
}

function isSeenVersion(raw: unknown): boolean {
  if (!Array.isArray(raw) || raw.length > 4) return false
  const [version, classification = null, expirationDate = null, lifecycle = []] = raw as unknown[]
  return (
    isText(version) &&
    (classification === null || STAGES.includes(classification)) &&
    (expirationDate === null || isSecond(expirationDate)) &&
    Array.isArray(lifecycle) &&
    lifecycle.every(isSeenStage)
  )
}

function isSeenStage(raw: unknown): boolean {
  if (!Array.isArray(raw) || raw.length > 2) return false
  const [classification, startTime = 0] = raw as unknown[]
  return STAGES.includes(classification) && isSecond(startTime)
}

function isText(raw: unknown): boolean {
  return typeof raw === 'string' && raw.length > 0 && raw.length <= 128
}

function isSecond(raw: unknown): boolean {
  return typeof raw === 'number' && Math.abs(raw) < 8.64e12
}
