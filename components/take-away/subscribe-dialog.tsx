'use client'

import type { ReactNode } from 'react'
import { BASE_PATH } from '@/lib/contract/base-path'
import { CopyButton } from '../ui/copy'
import { Dialog } from '../ui/dialog'
import { Fact } from '../ui/fact'
import { FormLinks } from './form-links'
import type { ServerFile } from './server-file'
import { SignedAddresses } from './signed-addresses'
import styles from './take-away.module.css'

interface SubscribeDialogProps {
  /** Those that have an address to subscribe to. */
  readonly files: readonly ServerFile[]
  readonly onClose: () => void
}

/** The calendars of a page: an address that follows the forecast, and the file as it is now. */
export function SubscribeDialog({ files, onClose }: SubscribeDialogProps): ReactNode {
  return (
    <Dialog
      title="Subscribe"
      note="Give the address to your calendar program: it follows the forecast."
      onClose={onClose}
      padded
    >
      <dl className={`lines note ${styles.list}`}>
        {files.map(({ name, feed, forms }) => (
          <Fact key={name} term={name} look="bar">
            <CopyButton
              small
              icon="link"
              label="Copy calendar address"
              text={window.location.origin + BASE_PATH + feed}
            />
            <FormLinks name={name} forms={forms} />
          </Fact>
        ))}
      </dl>
      {files.map(({ name, scope }) => (scope === undefined ? null : <SignedAddresses key={name} scope={scope} />))}
    </Dialog>
  )
}
