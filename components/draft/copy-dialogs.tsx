'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo, useState } from 'react'
import styles from '@/components/ui/controls.module.css'
import { useMoment, useNow, useZone } from '@/lib/browser/clock'
import type { RequestError } from '@/lib/browser/fetch-json'
import { TEAMS } from '@/lib/browser/paths'
import { useUrlState } from '@/lib/browser/url-state'
import type { DraftTextsAnswer } from '@/lib/contract/apply'
import type { EditBody } from '@/lib/contract/edits'
import type { WhatIfAnswer, WhatIfRow } from '@/lib/contract/what-if'
import { draftQueries, rowsToTell, WHAT_IF, type WhatIfParams } from '@/lib/questions/draft/queries'
import { projectsToTell } from '@/lib/words/draft-notice'
import { plansOf } from '@/lib/words/edits'
import { countOf, countText } from '@/lib/words/time-text'
import { NoticeTexts, noticeOf } from '../outlook/notice-texts'
import { Segmented } from '../ui/button'
import { CopyButton } from '../ui/copy'
import { Dialog } from '../ui/dialog'
import { QueryError } from '../ui/error-part'
import { optionsOf, Select } from '../ui/fields'
import { Link } from '../ui/link'

interface NoticeDialogProps {
  readonly answer: WhatIfAnswer
  readonly asked: WhatIfParams
  readonly onClose: () => void
}

/** What the owners of each project are told, to copy one by one or all at once. */
export function NoticeDialog({ answer, asked, onClose }: NoticeDialogProps): ReactNode {
  const moment = useMoment()
  const now = useNow()
  const zone = useZone()
  const { params } = useUrlState()
  const projects = useMemo(() => projectsToTell(answer), [answer])
  const [project, setProject] = useState(projects[0]?.project ?? '')
  const query = useQuery<readonly WhatIfRow[], RequestError>({
    queryKey: [WHAT_IF, 'to tell', asked],
    queryFn: ({ signal }) => rowsToTell(asked, signal),
  })
  const notices = useMemo(() => {
    if (query.data === undefined) return undefined
    const plans = plansOf(asked.edits, zone)
    const rows = new Map<string, WhatIfRow[]>(projects.map(({ project: name }) => [name, []]))
    for (const row of query.data) rows.get(row.project)?.push(row)
    return new Map(
      projects.map(({ project: name, clusters, changes, ...people }) => {
        const named = rows.get(name) ?? []
        const input = {
          project: name,
          people,
          changes,
          profile: asked.profile,
          plans,
          rows: named,
          total: clusters,
          now,
          zone,
        }
        return [name, noticeOf(moment, input)]
      }),
    )
  }, [query.data, projects, asked, moment, now, zone])
  const notice = notices?.get(project)
  const draft = new URLSearchParams({ profile: asked.profile, draft: params.get('draft') ?? '' })
  return (
    <Dialog
      title="Tell the owners"
      note={`${countOf(projects.length, 'project')} to tell`}
      look="wide"
      onClose={onClose}
    >
      <div className="bar">
        <label htmlFor="to-tell" className="choice">
          Project
        </label>
        <Select
          id="to-tell"
          className=""
          isFirst
          value={project}
          options={projects.map(({ project: value, clusters }) => ({
            value,
            text: `${value}, ${countText(clusters)}`,
          }))}
          onChange={setProject}
        />
        <span className="small">
          <Link className="link" href={`${TEAMS}?${draft}`}>
            All teams
          </Link>
        </span>
        <span className="grow" />
        {notice !== undefined && <CopyButton text={notice.text} label="Copy this one" />}
        {notices !== undefined && (
          <CopyButton
            text={[...notices.values()].map(({ text }) => text).join('\n')}
            label={`Copy all ${countText(projects.length)}`}
            look="primary"
          />
        )}
      </div>
      {query.isError ? <QueryError query={query} /> : <NoticeTexts project={project} notice={notice} />}
    </Dialog>
  )
}

interface TextsDialogProps {
  readonly name: string
  readonly edits: readonly EditBody[]
  readonly onClose: () => void
}

type CopyForm = 'patch' | 'kubectl' | 'apiPatch'

/** The draft for other tools, to copy. */
export function TextsDialog({ name, edits, onClose }: TextsDialogProps): ReactNode {
  const [form, setForm] = useState<CopyForm>('patch')
  const query = useQuery(draftQueries.draftTexts({ profile: name, edits }))
  const apiPatch = query.data?.apiPatch.type === 'json' ? 'JSON patch' : 'Merge patch'
  const text = form === 'apiPatch' ? query.data?.apiPatch.text : query.data?.[form]
  return (
    <Dialog title={`The draft for ${name} as text`} look="wide" onClose={onClose}>
      <div className="bar">
        <Segmented<CopyForm>
          label="As"
          value={form}
          options={optionsOf({ patch: 'YAML patch', kubectl: 'kubectl', apiPatch })}
          onChange={setForm}
        />
        <span className="grow" />
        {text !== undefined && <CopyButton text={text} label="Copy" look="primary" />}
      </div>
      {query.isError ? (
        <QueryError query={query} />
      ) : (
        <>
          <textarea className={styles.text} readOnly aria-label="Text to copy" value={text ?? ''} rows={16} />
          <p className="muted small">{query.data === undefined ? ' ' : noteOf(form, query.data)}</p>
        </>
      )}
    </Dialog>
  )
}

function noteOf(form: CopyForm, { file, apiPatch }: DraftTextsAnswer): string {
  const guard =
    apiPatch.type === 'merge'
      ? `It is refused if the profile has changed since resourceVersion ${apiPatch.resourceVersion}.`
      : 'The profile as it was read has no resourceVersion: each value is tested before it is replaced, and if one has changed, nothing is.'
  switch (form) {
    case 'patch':
      return file === null
        ? 'For git apply or patch -p1.'
        : `For git apply or patch -p1 on ${file}: its comments and its order stay.`
    case 'kubectl':
      return `With --dry-run=server it only asks. ${guard}`
    case 'apiPatch':
      return `For kubectl patch --type=${apiPatch.type} --patch-file. ${guard}`
  }
}
