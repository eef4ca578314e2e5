import { ImportPlacesLink } from './ImportPlacesLink.tsx'
import { NewPlaceLink } from './NewPlaceLink.tsx'

/** How places are made: one on a page, or many from a sheet. */
export function PlaceActions() {
  return (
    <>
      <ImportPlacesLink />
      <NewPlaceLink />
    </>
  )
}
