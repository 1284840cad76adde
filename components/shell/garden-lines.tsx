'use client'

import type { ReactNode } from 'react'
import { Button } from '@/components/ui/button'
import { useIsSignedOut } from '@/lib/browser/use-status'
import type { GardenStatus } from '@/lib/contract/status'
import { countOf } from '@/lib/words/time-text'
import { Line } from './line'
import { useShell } from './shell-context'
import { SignedOutLine } from './signed-out-line'

/** That the session has ended, what of the garden may not be read, and what could not be. */
export function GardenLines({ garden }: { readonly garden: GardenStatus }): ReactNode {
  return (
    <>
      {useIsSignedOut() && <SignedOutLine />}
      {garden.state !== 'failed' && <GapLines garden={garden} />}
      {garden.problemCount > 0 && <ProblemsLine garden={garden} />}
    </>
  )
}

/** What is missing on every page while a resource may not be read. */
const WITHOUT: Readonly<Record<string, string>> = {
  CloudProfiles: 'What happens to clusters that use one is not known.',
  NamespacedCloudProfiles: 'What happens to clusters that use one is not known.',
  Projects: 'Clusters go by the name of their namespace.',
  Shoots: 'No cluster can be shown.',
}

function GapLines({ garden }: { readonly garden: GardenStatus }) {
  return garden.resources
    .filter(({ state }) => state === 'forbidden')
    .map(({ name, message }) => (
      <Line key={name} look="plain" icon="warning">
        <b>{message ?? `${name} may not be read`}.</b> {WITHOUT[name]}
      </Line>
    ))
}

function ProblemsLine({ garden }: { readonly garden: GardenStatus }) {
  const { show } = useShell()
  return (
    <Line look="plain" icon="warning">
      <b>{problemsTitle(garden)}</b> {garden.state === 'failed' ? '' : 'What can be read is shown. '}
      <Button small onClick={() => show('problems')}>
        Show
      </Button>
    </Line>
  )
}

/** `4 problems in 3 files.` */
export function problemsTitle(garden: GardenStatus): string {
  const sources = new Set(garden.problems.map((problem) => problem.source)).size
  const isWhole = garden.problems.length === garden.problemCount
  const where = garden.kind === 'manifests' && isWhole ? ` in ${countOf(sources, 'file')}` : ''
  return `${countOf(garden.problemCount, 'problem')}${where}.`
}
