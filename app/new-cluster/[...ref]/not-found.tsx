import { UnknownNewCluster } from '@/components/profiles/new-cluster/new-cluster-page'

export default function NotFound() {
  return <UnknownNewCluster />
}
