import { type ReactNode, useState } from 'react'
import { Button } from './button'

/** Many pools that are alike are told as one; where some are, a button below shows each. */
export function useEachPool(isFolded: boolean): { readonly isEach: boolean; readonly button: ReactNode } {
  const [isEach, setEach] = useState(false)
  const button = (
    <Button small look="quiet" aria-expanded={isEach} onClick={() => setEach(!isEach)}>
      {isEach ? 'Equal pools as one' : 'Each of the equal pools'}
    </Button>
  )
  return { isEach, button: isFolded ? button : null }
}
