import type { ReactNode } from 'react'
import { LiveProvider } from '@/lib/browser/live'
import { ACCOUNT } from '@/lib/browser/paths'
import { BASE_PATH } from '@/lib/contract/base-path'
import { Footer } from './footer'
import { Header } from './header'
import { Lines } from './lines'
import { Overlays } from './overlays'
import styles from './shell.module.css'
import { ShellProvider } from './shell-context'

interface ShellProps {
  /** Who is signed in; null: nobody signs in here. */
  readonly user: string | null
  readonly children: ReactNode
}

/** The frame of every page. */
export function Shell({ user, children }: ShellProps) {
  return (
    <ShellProvider>
      <LiveProvider>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <Header>
          {user !== null && (
            <a href={BASE_PATH + ACCOUNT} className={styles.user} title={`${user}: account, rights, sign out`}>
              {user}
            </a>
          )}
        </Header>
        <Lines />
        <main id="main" tabIndex={-1}>
          {children}
        </main>
        <Footer />
        <Overlays />
      </LiveProvider>
    </ShellProvider>
  )
}
