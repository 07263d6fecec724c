import { HEADINGS, UNREAD_ELEMENTS } from './elements.js';
import { elementName, elementsNamed, isElement, isText, isWithin, walk } from './walk.js';

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
 * Removes from a document what is not its visible text: comments, scripts, drawings, controls and permalink
 * signs; writes task boxes as text, headings without the button that they are, and every space as a plain one. Changes the document.
 */
export function pruneDocument(document: Document): void {
  const removed: ChildNode[] = [];
  const checkboxes: Element[] = [];
  const headed: Element[] = [];
  walk(document.body, {
    enter(node) {
      if (node.nodeType === 8) removed.push(node as Comment);
      if (isText(node)) plainSpaces(node);
      if (!isElement(node)) return true;
      if (isTaskCheckbox(node)) checkboxes.push(node);
      else if (node !== document.body && isUnread(node)) {
        removed.push(node);
        return false;
      } else if (CONTROLS.has(elementName(node))) headed.push(node);
      return true;
    },
  });
  for (const node of removed) node.remove();
  // Readability removes all controls and inputs.
  for (const control of headed) control.replaceWith(...Array.from(control.childNodes));
  for (const box of checkboxes) box.replaceWith(box.hasAttribute('checked') ? '[x] ' : '[ ] ');
}

function isUnread(element: Element): boolean {
  const name = elementName(element);
  if (UNREAD_ELEMENTS.has(name)) return true;
  if (CONTROLS.has(name)) return !holdsHeading(element);
  return name === 'a' && isPermalink(element);
}

function isTaskCheckbox(element: Element): boolean {
  return (
    elementName(element) === 'input' &&
    element.getAttribute('type')?.toLowerCase() === 'checkbox' &&
    isWithin(element, 'li', 'td')
  );
}

/** Accordions put a section's heading on a button, or a button into the heading. */
function holdsHeading(element: Element): boolean {
  return isWithin(element, ...HEADINGS) || elementsNamed(element, ...HEADINGS).length > 0;
}

/** A sign beside a heading that links to the heading. */
function isPermalink(anchor: Element): boolean {
  if (!anchor.getAttribute('href')?.includes('#')) return false;
  return isWithin(anchor, ...HEADINGS) && PERMALINK_TEXT.test(anchor.textContent ?? '');
}

/**
 * Puts declarative shadow roots in the place of their templates: a parser without shadow DOM leaves
 * `<template shadowrootmode>` as a template, and the component looks empty. Changes the document.
 */
export function unwrapShadowTemplates(root: Node): void {
  for (const template of elementsNamed(root, 'template')) {
    if (!template.hasAttribute('shadowrootmode')) continue;
    const { content } = template as HTMLTemplateElement;
    unwrapShadowTemplates(content);
    template.replaceWith(content);
  }
}

/**
 * Sites indent and part with no-break and other spaces, which Markdown does not collapse. Turndown is quadratic in runs of
 * them.
 */
function plainSpaces(text: Text): void {
  if (/[^\S \t\r\n]/.test(text.data)) text.data = text.data.replace(/\ufeff/g, '').replace(/[^\S \t\r\n]/g, ' ');
}
