'use client'

import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { CopyButton } from '@/components/ui/copy-button'
import { Dialog } from '@/components/ui/dialog'
import { ErrorPart } from '@/components/ui/error-part'
import { withAt } from '@/lib/client/at'
import { useAt, useNow } from '@/lib/client/clock'
import { shootPage } from '@/lib/client/paths'
import { countOf, countText } from '@/lib/client/time-text'
import { noticeText } from '@/lib/client/workbench/notices'
import { plansOf } from '@/lib/client/workbench/plans'
import { type WhatIfParams, whatIfQueryOf } from '@/lib/client/workbench/what-if-query'
import type { WhatIfAnswer } from '@/lib/contract'
import styles from './dialogs.module.css'

interface NoticeDialogProps {
  readonly answer: WhatIfAnswer
  readonly asked: WhatIfParams
  readonly onClose: () => void
}

/** So many clusters are named in a notice. */
const NAMED = 100

/** What the owners of a project are told, to copy. */
export function NoticeDialog({ answer, asked, onClose }: NoticeDialogProps): ReactNode {
  const at = useAt()
  const now = useNow()
  const [project, setProject] = useState(answer.projects[0]?.project ?? '')
  const query = useQuery(
    whatIfQueryOf({
      ...asked,
      change: undefined,
      q: undefined,
      offset: undefined,
      sort: undefined,
      project: [project],
      limit: NAMED,
    }),
  )
  const text =
    query.data &&
    noticeText({
      project,
      profile: asked.profile,
      plans: plansOf(asked.edits),
      rows: query.data.items,
      total: query.data.total,
      now,
      hrefOf: (row) => `${window.location.origin}${withAt(shootPage(row), at)}`,
    })
  return (
    <Dialog
      title="Tell the owners"
      note={`${countOf(answer.projects.length, 'project')} with clusters that change`}
      wide
      onClose={onClose}
    >
      <div className={styles.body}>
        <div className="bar">
          <label className={styles.select}>
            Project{' '}
            <select data-first value={project} onChange={(event) => setProject(event.target.value)}>
              {answer.projects.map((one) => (
                <option key={one.project} value={one.project}>
                  {one.project}, {countText(one.changed)}
                </option>
              ))}
            </select>
          </label>
          <span className="grow" />
          {text !== undefined && <CopyButton text={text} label="Copy Markdown" look="primary" />}
        </div>
        {query.isError ? (
          <ErrorPart error={query.error} at={query.errorUpdatedAt} onRetry={() => void query.refetch()} />
        ) : (
          <textarea
            className={styles.text}
            readOnly
            aria-label={`Notice for ${project}`}
            value={text ?? ''}
            rows={18}
          />
        )}
      </div>
    </Dialog>
  )
}
