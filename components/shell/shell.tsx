import type { ReactNode } from 'react'
import { Footer } from './footer'
import { Header } from './header'
import { Lines } from './lines'
import { LiveProvider } from './live-context'
import { Overlays } from './overlays'
import styles from './shell.module.css'
import { ShellProvider } from './shell-context'

/** The frame of every page. */
export function Shell({ children }: { readonly children: ReactNode }) {
  return (
    <ShellProvider>
      <LiveProvider>
        <a className={styles.skip} href="#main">
          Skip to content
        </a>
        <Header />
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
