import type { Metadata } from 'next'
import { ShootsClient } from './client'

export const metadata: Metadata = { title: 'Clusters' }

export default function ShootsPage() {
  return <ShootsClient />
}
