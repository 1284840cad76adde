import { UnknownCompared } from '@/components/compare'

export default function NotFound() {
  return <UnknownCompared />
}
