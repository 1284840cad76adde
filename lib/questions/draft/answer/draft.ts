import 'server-only'
import { imageBody, lifeBody } from '@/lib/contract/edit-codec'
import type { Policy } from '@/lib/engine/policy'
import { DAY } from '@/lib/engine/time'
import type { CloudProfile } from '@/lib/engine/types'
import type { ProfileEntry } from '@/lib/garden'
import type { AnswerTo } from '@/lib/http/answer'
import { mayEdit } from '@/lib/landscape/access'
import { readIndexAt, uncutIndexAt } from '@/lib/landscape/current-index'
import { evidenceOf, type FleetIndex } from '@/lib/landscape/fleet-index'
import { findProfile } from '@/lib/landscape/lookup'
import { whole } from '@/lib/landscape/offers'
import { policyFile } from '@/lib/landscape/policy'
import type { ProfileLists, SourceAnswer, SourceRoute, WhatIfRoute } from '../contract'
import { whatIfCsv } from './what-if/rows'
import { whatIfView } from './what-if/view'

export const answerSource: AnswerTo<SourceRoute> = async ({ path, query }, asker) => {
  const index = await readIndexAt(asker.garden, query.at)
  const file = policyFile()
  const policy = file?.reading.kind === 'ok' ? file.reading.policy : null
  const { entry } = findProfile(index, path.ref, undefined)
  return sourceView(index, entry, policy, await mayEdit(asker, entry.ref))
}

export const answerWhatIf: AnswerTo<WhatIfRoute> = async ({ body }, asker) => {
  const { garden } = asker
  const index = await readIndexAt(garden, body.at)
  if (body.format === 'csv') return whatIfCsv(index, body)
  const uncut = await uncutIndexAt(garden, body.at)
  const isWhole = body.edits.some(({ kind }) => kind === 'yaml')
  const { entry } = findProfile(index, body.profile.split('/'), undefined)
  const object = isWhole ? (await whole(asker, index.snapshot, { ...entry.ref })).object : undefined
  return whatIfView(index, body, uncut, object)
}

/**
 * What a draft of edits begins with: the lists of the profile, and of the one that it builds on.
 * @param mayEdit whether whoever asks may change it
 * @param policy of the file that `POLICY` names; null: there is none that can be read
 */
export function sourceView(
  index: FleetIndex,
  { ref, profile, parent, resourceVersion }: ProfileEntry,
  policy: Policy | null,
  mayEdit = false,
): SourceAnswer {
  const base = parent === undefined ? undefined : index.snapshot.profiles.get(parent)
  return {
    ...evidenceOf(index),
    profile: ref,
    mayEdit,
    resourceVersion: resourceVersion ?? null,
    lists: listsOf(profile),
    parent: parent === undefined || base === undefined ? null : { name: parent, lists: listsOf(base.profile) },
    notice: {
      kubernetes: daysOf(policy?.kubernetes?.expirationDuration),
      images: daysOf(policy?.machineImages?.expirationDuration),
    },
  }
}

function daysOf(duration: number | undefined): number | null {
  return duration === undefined ? null : Math.floor(duration / DAY)
}

function listsOf({ kubernetes, machineImages, machineCapabilities }: CloudProfile): ProfileLists {
  return {
    ...(machineCapabilities !== undefined && {
      machineCapabilities: machineCapabilities.map(({ name, values }) => ({ name, values: [...values] })),
    }),
    kubernetes: kubernetes.map((listed) => ({ version: listed.version, ...lifeBody(listed) })),
    images: machineImages.map(({ name, updateStrategy, versions }) => ({
      name,
      updateStrategy,
      versions: versions.map((listed) => ({ version: listed.version, ...lifeBody(listed), ...imageBody(listed) })),
    })),
  }
}
