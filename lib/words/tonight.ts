import type { AffectedNodes, EffectKind, WindowBody } from '@/lib/contract/common'
import type { NextEvent } from '@/lib/contract/steps'
import type { TONIGHT_STATES } from '@/lib/contract/words'
import type { Zone } from '@/lib/contract/zone'
import { causeText } from './causes'
import { orOtherNight, whatText } from './event-words'
import { clockText, countOf, countText, ms, relativeText, type Time } from './time-text'
import { inPlaceText, nodesText } from './wording'

/** Clusters of one profile and project with the same window and step. Times as answers have them. */
export interface TonightRow extends Pick<NextEvent, 'kind' | 'what' | 'operations' | 'onlyAfter'> {
  readonly project: string
  readonly clusters: number
  readonly from: string
  readonly to: string | null
  readonly effect: EffectKind
  readonly nodes: AffectedNodes
  readonly window: WindowBody
  readonly state: (typeof TONIGHT_STATES)[number]
  readonly done: number
  /** How many were maintained and are being reconciled since, and the least progress of these in percent. */
  readonly rolling: number
  readonly progress: number | null
  readonly lastDoneAt: string | null
  readonly foreseen: boolean
  readonly cause: string | null
  /** Of how many gardenlet reports preconditions that are not met, and its words for the largest. */
  readonly reported: { readonly clusters: number; readonly text: string } | null
}

/**
 * `1.34.6 → 1.34.7, kubelets restart`; of what has no version to move to, what it is.
 * @param isWhole with the version that an image has now, for which a board has no room: else `gardenlinux → 1877.9.0, up to 12 nodes`
 */
export function stepText(row: TonightRow, isWhole = true): string {
  const { from, to, effect, nodes } = row
  const what = whatText(row)
  const name = what === 'Kubernetes' ? '' : `${what} `
  const now = isWhole || name === '' ? `${name}${from}` : what
  const versions = from === '' ? what : to === null ? `${name}${from}` : `${now} → ${to}`
  switch (effect) {
    case 'rolling':
    case 'inPlace':
      return nodes.max === 0
        ? versions
        : `${versions}, ${nodesText(nodes)}${effect === 'inPlace' ? ` ${inPlaceText(nodes)}` : ''}`
    case 'kubeletRestart':
      return `${versions}, kubelets restart`
    case 'none':
      return versions
  }
}

/** `1 of 3 clusters: gardenlet reports …`; null: it reports nothing. */
export function reportedText({ reported, clusters }: TonightRow): string | null {
  if (reported === null) return null
  const { clusters: of, text } = reported
  return clusters === 1 ? text : `${countText(of)} of ${countOf(clusters, 'cluster')}: ${text}`
}

/** What became of it, or when it comes. `isKnown`: the garden was heard of in the last minutes. */
export function resultText(row: TonightRow, now: Time, zone: Zone, isKnown: boolean): string {
  const { state, clusters, done, rolling, lastDoneAt, foreseen, cause, window } = row
  const other = orOtherNight(row, now, zone)
  switch (state) {
    case 'toCome':
      return `${clockText(window.begin, zone)}, ${relativeText(window.begin, now)}${other}`
    case 'willFail':
      return `will fail: ${causeText(cause ?? 'refused')}${other}`
    case 'failed':
      return `${foreseen ? 'as forecast: ' : ''}${causeText(cause ?? 'refused')}`
    case 'open': {
      const known = isKnown ? '' : ', last known'
      if (rolling > 0) return `${workText(row)}${known}`
      if (done > 0) return `${countText(done)} of ${countOf(clusters, 'cluster')} maintained${known}`
      if (!isKnown) return `open, last known${other}`
      return `${cause === null ? `open until ${clockText(window.end, zone)}` : `will fail: ${causeText(cause)}`}${other}`
    }
    case 'done': {
      const by = lastDoneAt === null ? '' : ` by ${clockText(lastDoneAt, zone)}`
      if (rolling > 0) return `maintained${by}, ${workText(row)}`
      return `${foreseen ? 'as forecast, ' : ''}${countText(done)} of ${countText(clusters)}${by}`
    }
  }
}

/** `rolling, 24 %`; of several clusters `2 of 3 rolling, from 24 %`: the one that is least far. */
function workText({ clusters, rolling, progress, effect }: TonightRow): string {
  const which = clusters === 1 ? '' : `${countText(rolling)} of ${countText(clusters)} `
  const what = effect === 'rolling' ? 'rolling' : 'reconciled'
  return `${which}${what}${progress === null ? '' : `, ${rolling === 1 ? '' : 'from '}${progress} %`}`
}

/** `12 clusters done, 4 to come, 1 will fail` */
export function foldedText({
  done,
  toCome,
  willFail,
}: {
  readonly done: number
  readonly toCome: number
  readonly willFail: number
}): string {
  const parts = [
    done === 0 ? '' : `${countText(done)} done`,
    toCome === 0 ? '' : `${countText(toCome)} to come`,
    willFail === 0 ? '' : `${countText(willFail)} will fail`,
  ].filter(Boolean)
  const all = done + toCome + willFail
  return `${countOf(all, 'cluster')} more: ${parts.join(', ')}`
}

interface Night {
  readonly at: string
  readonly end: string
}

/**
 * What the night is called: `Tonight` until it is over, and `Last night` for what stays in sight of it until noon. A night that is
 * seen from a clock of its own is told in the same way.
 */
export function nightText({ at, end }: Night): 'Tonight' | 'Last night' {
  return ms(at) < ms(end) ? 'Tonight' : 'Last night'
}

/** Of a night in which nothing is to do: `No window opens tonight.`, `No window opened last night.` */
export function quietText(answer: Night): string {
  return nightText(answer) === 'Tonight' ? 'No window opens tonight.' : 'No window opened last night.'
}
