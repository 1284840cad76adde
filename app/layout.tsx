import { headers } from 'next/headers'
import type { ReactNode } from 'react'

export const metadata = { title: 'Almanac' }

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading the request makes every page dynamic: prerendered scripts would lack the nonce that the CSP demands.
  await headers()
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  )
}
