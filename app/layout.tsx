// The base of all pages comes before the styles of any part, which may say otherwise.
import './globals.css'

import { dehydrate, HydrationBoundary } from '@tanstack/react-query'
import type { Metadata, Viewport } from 'next'
import { headers } from 'next/headers'
import { connection } from 'next/server'
import type { ReactNode } from 'react'
import { Shell } from '@/components/shell/shell'
import { SIGN_IN } from '@/lib/browser/paths'
import { UNKNOWN_ZONE } from '@/lib/browser/preferences'
import { makeQueryClient, statusQueries } from '@/lib/browser/query'
import { BASE_PATH } from '@/lib/contract/base-path'
import { statusRoute } from '@/lib/contract/status'
import { originOf } from '@/lib/http/origin'
import { readLandscapes } from '@/lib/process/settings.mjs'
import { answerStatus } from '@/lib/questions/status/answer/health'
import { prefetch, readerName } from './answer'
import { Providers } from './providers'
import { viewerOf } from './viewer'

export const metadata: Metadata = {
  title: { default: 'Almanac', template: '%s – Almanac' },
  description: 'Which version every cluster will run, when, and why.',
  icons: {
    icon: [
      { url: `${BASE_PATH}/favicon.ico`, sizes: '16x16 32x32 48x48' },
      { url: `${BASE_PATH}/icon.svg`, type: 'image/svg+xml' },
    ],
    apple: `${BASE_PATH}/icon-192.png`,
  },
}

export const viewport: Viewport = {
  width: 'device-width',
  initialScale: 1,
  themeColor: [
    { media: '(prefers-color-scheme: light)', color: '#ffffff' },
    { media: '(prefers-color-scheme: dark)', color: '#16191d' },
  ],
}

export default async function RootLayout({ children }: { readonly children: ReactNode }) {
  await connection()
  const viewer = await viewerOf()
  const client = makeQueryClient()
  // A user who signs in is shown nothing yet: no state of the garden, and no way around.
  const sent = await headers()
  const isWithin = sent.get('x-path') !== SIGN_IN
  const all = readLandscapes(process.env)
  const landscapes = { all, own: all.find(({ url }) => url === originOf(sent)) ?? null }
  if (isWithin) await prefetch(client, statusRoute, answerStatus, statusQueries.status())
  return (
    <html
      lang="en"
      data-theme={viewer.theme === 'system' ? undefined : viewer.theme}
      data-zone={viewer.isZoneKnown ? undefined : UNKNOWN_ZONE}
    >
      <head>
        {/* With cookies, else a proxy that signs people in would answer it with its own page. */}
        <link rel="manifest" href={`${BASE_PATH}/manifest.webmanifest`} crossOrigin="use-credentials" />
      </head>
      <body>
        <Providers viewer={viewer} renderedAt={Date.now()}>
          <HydrationBoundary state={dehydrate(client)}>
            {isWithin ? (
              <Shell user={await readerName()} landscapes={landscapes}>
                {children}
              </Shell>
            ) : (
              <main>{children}</main>
            )}
          </HydrationBoundary>
        </Providers>
      </body>
    </html>
  )
}
