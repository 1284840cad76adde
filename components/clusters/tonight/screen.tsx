import { useEffect, useState } from 'react'
import { Button } from '../../ui/button'

/** Shows the board on the whole screen, and back. */
export function WholeScreen() {
  const [isWhole, setWhole] = useState(false)
  useEffect(() => {
    const onChange = () => setWhole(document.fullscreenElement !== null)
    document.addEventListener('fullscreenchange', onChange)
    return () => document.removeEventListener('fullscreenchange', onChange)
  }, [])
  return (
    <Button
      small
      onClick={() => void (isWhole ? document.exitFullscreen() : document.documentElement.requestFullscreen())}
    >
      {isWhole ? 'Leave full screen' : 'Full screen'}
    </Button>
  )
}

/** Goes elsewhere, where pages are not shown on the whole screen. */
export function leaveFor(go: () => void): void {
  if (document.fullscreenElement !== null) void document.exitFullscreen()
  go()
}

/** A board that nobody touches stays lit, where the browser can do that. */
export function useScreenAwake(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | undefined
    let isOver = false
    const hold = async () => {
      if (document.visibilityState !== 'visible' || !('wakeLock' in navigator)) return
      try {
        lock = await navigator.wakeLock.request('screen')
        if (isOver) await lock.release()
      } catch {
        // Not allowed, or on a low battery: then it goes dark as ever.
      }
    }
    void hold()
    document.addEventListener('visibilitychange', hold)
    return () => {
      isOver = true
      document.removeEventListener('visibilitychange', hold)
      void lock?.release()
    }
  }, [])
}
