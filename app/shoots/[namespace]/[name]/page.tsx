import type { Metadata } from 'next'
import { ShootView } from '@/components/shoots/one/shoot-view'

type Props = PageProps<'/shoots/[namespace]/[name]'>

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  const { namespace, name } = await params
  return { title: `${namespace.replace(/^garden-/, '')} / ${name}` }
}

export default async function ShootPage({ params }: Props) {
  const { namespace, name } = await params
  return <ShootView namespace={namespace} name={name} />
}
