import { accessSync, constants } from 'node:fs'
import { resolve } from 'node:path'
import { parseBorn } from './demo/calendar'
import { DemoGarden } from './demo/demo-garden'
import { defaultShoots } from './demo/manifests'
import { GardenSettingError } from './errors'
import type { Garden } from './garden'
import { KubernetesGarden } from './kubernetes/kubernetes-garden'
import { ManifestsGarden } from './manifests/manifests-garden'
import { systemReason } from './manifests/walk'

/** The environment, as far as it decides where cluster state comes from. */
export type GardenEnvironment = Readonly<Record<string, string | undefined>>

/** How many clusters a demo may have. */
const mostShoots = 200_000

/**
 * Opens what `GARDEN` names:
 * absent, `-` (standard input, which the start has read), `demo` or `demo:2026-11-21` (`DEMO_BORN` gives the birthday too, `DEMO_SHOOTS` the size), `kubernetes`, or the path of
 * a file or folder with manifests. Throws a `GardenSettingError` for what cannot be right.
 * The garden begins to read at once; `ready()` tells when there is something to show.
 */
export function openGarden(env: GardenEnvironment = process.env): Garden {
  const garden = env.GARDEN?.trim() || 'demo'
  if (garden === 'demo' || garden.startsWith('demo:')) return openDemo(garden, env)
  if (garden === 'kubernetes') return new KubernetesGarden(env)
  if (garden === '-') return openStandardInput()
  return openManifests(garden)
}

/** Opens the file in which tools/standard-input.mjs keeps standard input. */
function openStandardInput(): Garden {
  const global: typeof globalThis & { [key: symbol]: unknown } = globalThis
  const path = global[Symbol.for('almanac.standard-input')]
  if (typeof path !== 'string') {
    throw new GardenSettingError('GARDEN=-: standard input is read by npm start alone. Give the path of a file.')
  }
  return new ManifestsGarden(path, { called: 'standard input' })
}

function openManifests(path: string): Garden {
  try {
    accessSync(path, constants.R_OK)
  } catch (error) {
    throw new GardenSettingError(
      `GARDEN=${path}: ${systemReason(error)} (looked for ${resolve(path)}). Give the path of a file or folder with manifests, or set GARDEN=demo.`,
    )
  }
  return new ManifestsGarden(path)
}

function openDemo(garden: string, env: GardenEnvironment): Garden {
  const inName = garden === 'demo' ? undefined : garden.slice('demo:'.length)
  const inVariable = env.DEMO_BORN?.trim() ?? ''
  if (inName !== undefined && inVariable !== '' && inName !== inVariable) {
    throw new GardenSettingError(
      `GARDEN=demo:${inName} and DEMO_BORN=${inVariable} give two birthdays. Leave one of them out.`,
    )
  }
  const given = inName ?? inVariable
  const shoots = readShoots(env.DEMO_SHOOTS?.trim() ?? '')
  if (inName === undefined && given === '') {
    const now = Date.now()
    return new DemoGarden({ born: new Date(now).toISOString().slice(0, 10), shoots }, now)
  }
  const born = parseBorn(given)
  if (born === undefined) {
    const [variable, value] = inName === undefined ? ['DEMO_BORN', given] : ['GARDEN', `demo:${given}`]
    throw new GardenSettingError(
      `${variable}=${value}: "${given}" is not a day. Write it as 2026-11-21, or leave it out for a demo that begins today.`,
    )
  }
  // Six in the evening: the demo's day is nearly over, and its night, when most maintenance happens, lies ahead.
  return new DemoGarden({ born, shoots }, Date.parse(`${born}T18:00:00Z`))
}

function readShoots(text: string): number {
  if (text === '') return defaultShoots
  const shoots = /^\d{1,7}$/.test(text) ? Number(text) : Number.NaN
  if (shoots >= 1 && shoots <= mostShoots) return shoots
  throw new GardenSettingError(
    `DEMO_SHOOTS=${text} is not a number of clusters from 1 to ${mostShoots}. Leave it out for ${defaultShoots}.`,
  )
}
