import { GardenSettingError } from '../errors'

/** Of a namespace in Kubernetes: a DNS label. */
const LABEL = /^[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?$/

/**
 * The namespaces that `NAMESPACES` names, each once, in its order; between commas, spaces or both. Empty: it names none.
 * Throws a `GardenSettingError` for what can be no namespace.
 */
export function namedNamespaces(setting: string | undefined): readonly string[] {
  const names = [...new Set((setting ?? '').split(/[\s,]+/).filter((name) => name !== ''))]
  const wrong = names.find((name) => !LABEL.test(name))
  if (wrong === undefined) return names
  throw new GardenSettingError(
    'NAMESPACES',
    `NAMESPACES: "${wrong}" can be no namespace. Write those of your projects with commas between, like garden-dev,garden-ops.`,
  )
}
