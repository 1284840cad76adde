import { usePathname, useRouter, useSearchParams } from 'next/navigation'
import { addressText, withMoment } from './at'
import { useMoment } from './clock'

/** The same page at another instant (RFC 3339), or of today, its clock running. */
export function usePin(): (at: string | undefined) => void {
  const router = useRouter()
  const path = usePathname()
  const search = useSearchParams()
  const { seen } = useMoment()
  return (at) => {
    router.push(withMoment(addressText(path, search), { at, seen: at && seen }), { scroll: false })
  }
}
