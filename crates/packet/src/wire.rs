//! stub to be written
