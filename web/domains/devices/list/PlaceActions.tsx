import { ImportPlacesLink } from './ImportPlacesLink.tsx'
import { NewPlaceLink } from './NewPlaceLink.tsx'

/** Ways to create places: one on a page, or many from a sheet. */
export function PlaceActions() {
  return (
    <>
      <ImportPlacesLink />
      <NewPlaceLink isShort />
    </>
  )
}
