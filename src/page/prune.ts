import { BLOCK_ELEMENTS, UNREAD_ELEMENTS } from './elements.js';
import { isHidden } from './hidden.js';
import { elementName, isElement, isText, walk } from './walk.js';

/** Browsers stop nesting at 512; Readability's time doubles with every few dozen levels. */
const MAX_DEPTH = 400;
const CONTROLS: ReadonlySet<string> = new Set([
  'button',
  'select',
  'input',
  'textarea',
  'datalist',
  'progress',
  'meter',
]);
const PERMALINK_TEXT = /^[#¶§🔗\s\u200b]*$/u;

/**
 * Removes from a document what is not its visible text: comments, scripts, drawings, controls, hidden elements and
 * permalink signs; unwraps declarative shadow roots; flattens what is nested beyond any sane depth. Changes the document.
 */
export function pruneDocument(document: Document): void {
  unwrapShadowTemplates(document);
  const removed: ChildNode[] = [];
  const tooDeep: Element[] = [];
  walk(document.body, {
    enter(node, depth) {
      if (node.nodeType === 8) removed.push(node as Comment);
      if (!isElement(node)) return true;
      if (node !== document.body && isUnread(node)) {
        removed.push(node);
        return false;
      }
      if (depth < MAX_DEPTH || node.firstElementChild === null) return true;
      tooDeep.push(node);
      return false;
    },
  });
  for (const node of removed) node.remove();
  for (const element of tooDeep) flatten(element);
}

function isUnread(element: Element): boolean {
  const name = elementName(element);
  if (UNREAD_ELEMENTS.has(name) || isHidden(element)) return true;
  if (CONTROLS.has(name)) return !isTaskCheckbox(element) && !holdsHeading(element);
  return name === 'a' && isPermalink(element);
}

function isTaskCheckbox(element: Element): boolean {
  return element.getAttribute('type')?.toLowerCase() === 'checkbox' && element.closest('li') !== null;
}

/** Accordions put a section's heading on a button, or a button into the heading. */
function holdsHeading(element: Element): boolean {
  return /^h[1-6]$/.test(elementName(element.parentNode)) || element.querySelector('h1,h2,h3,h4,h5,h6') !== null;
}

/** A sign beside a heading that links to the heading. */
function isPermalink(anchor: Element): boolean {
  if (!anchor.getAttribute('href')?.includes('#')) return false;
  return /^h[1-6]$/.test(elementName(anchor.parentNode)) && PERMALINK_TEXT.test(anchor.textContent ?? '');
}

/** A parser without shadow DOM leaves `<template shadowrootmode>` as a template, and the component looks empty. */
function unwrapShadowTemplates(document: Document): void {
  for (const template of Array.from(document.getElementsByTagName('template'))) {
    if (template.hasAttribute('shadowrootmode')) template.replaceWith(...Array.from(template.content.childNodes));
  }
}

/** Replaces all structure in an element by its text, with a line break where a block began. */
function flatten(element: Element): void {
  const pieces: Array<string | Element> = [];
  walk(element, {
    enter(node) {
      if (isText(node)) pieces.push(node.data);
      if (!isElement(node)) return true;
      if (node !== element && isUnread(node)) return false;
      const breaks = elementName(node) === 'br' || BLOCK_ELEMENTS.has(elementName(node));
      const last = pieces.at(-1);
      if (breaks && typeof last === 'string' && last.trim() !== '')
        pieces.push(element.ownerDocument.createElement('br'));
      return true;
    },
  });
  element.replaceChildren(...pieces);
}
