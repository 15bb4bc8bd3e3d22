/** The same page for audio sources. */
export { default, action, handle, links, loader } from './features.mylink.$category.remove'
