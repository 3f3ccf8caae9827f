import { type ComponentType, type Ref, render, type VNode } from 'preact'
import { useEffect, useState } from 'preact/hooks'

// What the elements use of React, by Preact's core: the build puts this file in the place of `react` and `react-dom/client`.

// biome-ignore-start lint/performance/noBarrelFile: it stands for a library.
export { createContext, createElement, Fragment } from 'preact'
export {
  useCallback,
  useContext,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
} from 'preact/hooks'

// biome-ignore-end lint/performance/noBarrelFile: as above.

type RefRender<Props> = (props: Props, ref: Ref<unknown> | undefined) => VNode

/** Refs are props already. */
export function forwardRef<Props extends { readonly ref?: Ref<unknown> }>(
  draw: RefRender<Props>,
): ComponentType<Props> {
  return (props) => draw(props, props.ref)
}

/** Without concurrent rendering, an external store changes as any state does. */
export function useSyncExternalStore<Snapshot>(
  subscribe: (onChange: () => void) => () => void,
  read: () => Snapshot,
): Snapshot {
  const [snapshot, setSnapshot] = useState(read)
  useEffect(() => {
    const update = () => setSnapshot(read)
    update()
    return subscribe(update)
  }, [subscribe, read])
  return snapshot
}

interface Root {
  readonly render: (content: VNode) => void
  readonly unmount: () => void
}

export function createRoot(container: ShadowRoot): Root {
  return {
    render: (content) => render(content, container),
    unmount: () => render(null, container),
  }
}
