/** The columns of a note: reader and editor have the same, so that lines break at the same places. */
export const noteColumns =
  'mx-auto grid max-w-5xl grid-cols-1 gap-x-12 px-5 py-6 sm:px-10 lg:py-10 xl:grid-cols-[minmax(0,1fr)_12rem]'
