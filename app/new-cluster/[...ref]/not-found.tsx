import { UnknownNewCluster } from '@/components/profiles/new-cluster/unknown-new-cluster'

export default function NotFound() {
  return <UnknownNewCluster />
}
