// The player's pictograms, drawn on a 24 x 24 grid.
export const PLAY = 'M7 4.5v15l12.5-7.5z';
export const PAUSE = 'M6 5h4v14H6zM14 5h4v14h-4z';
export const SOUND = 'M4 9.5v5h3.6l4.9 4V5.5l-4.9 4zM15.5 8.2a5 5 0 0 1 0 7.6l1 1.3a6.8 6.8 0 0 0 0-10.2z';
export const SILENT = 'M4 9.5v5h3.6l4.9 4V5.5l-4.9 4zM15 9.6l1-1 2.2 2.2 2.2-2.2 1 1-2.2 2.2 2.2 2.2-1 1-2.2-2.2-2.2 2.2-1-1 2.2-2.2z';
export const WIDE = 'M4 4h6v2H6v4H4zM14 4h6v6h-2V6h-4zM4 14h2v4h4v2H4zM18 14h2v6h-6v-2h4z';
export const NARROW = 'M8 4h2v6H4V8h4zM14 4h2v4h4v2h-6zM4 14h6v6H8v-4H4zM14 14h6v2h-4v4h-2z';
export const WORDS = 'M3 5h18v14H3zm2 2v10h14V7zm1.5 5.2h6v1.8h-6zm7.5 0h3.5v1.8H14zm-7.5 3h3.5v1.2H6.5zm5 0h6v1.2h-6z';
