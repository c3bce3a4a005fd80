// Generated from openapi.yaml by tools/generate.ts. Do not edit: run `npm run generate`.

var __getOwnPropNames = Object.getOwnPropertyNames;
var __commonJS = (cb, mod) => function __require() {
  try {
    return mod || (0, cb[__getOwnPropNames(cb)[0]])((mod = { exports: {} }).exports, mod), mod.exports;
  } catch (e) {
    throw mod = 0, e;
  }
};

// node_modules/ajv/dist/runtime/ucs2length.js
var require_ucs2length = __commonJS({
  "node_modules/ajv/dist/runtime/ucs2length.js"(exports) {
    "use strict";
    Object.defineProperty(exports, "__esModule", { value: true });
    function ucs2length(str) {
      const len = str.length;
      let length = 0;
      let pos = 0;
      let value;
      while (pos < len) {
        length++;
        value = str.charCodeAt(pos++);
        if (value >= 55296 && value <= 56319 && pos < len) {
          value = str.charCodeAt(pos);
          if ((value & 64512) === 56320)
            pos++;
        }
      }
      return length;
    }
    exports.default = ucs2length;
    ucs2length.code = 'require("ajv/dist/runtime/ucs2length").default';
  }
});

// <stdin>
var isStatusResponse = validate21;
function validate21(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate21.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.data === void 0 && (missing0 = "data")) {
        validate21.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.data !== void 0) {
          let data0 = data.data;
          const _errs2 = errors;
          if (errors === _errs2) {
            if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
              let missing1;
              if (data0.authenticated === void 0 && (missing1 = "authenticated") || data0.permissions === void 0 && (missing1 = "permissions") || data0.withdrawalsEnabled === void 0 && (missing1 = "withdrawalsEnabled")) {
                validate21.errors = [{ instancePath: instancePath + "/data", schemaPath: "#/$defs/Status/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                return false;
              } else {
                if (data0.authenticated !== void 0) {
                  const _errs4 = errors;
                  if (true !== data0.authenticated) {
                    validate21.errors = [{ instancePath: instancePath + "/data/authenticated", schemaPath: "#/$defs/Status/properties/authenticated/const", keyword: "const", params: { allowedValue: true }, message: "must be equal to constant" }];
                    return false;
                  }
                  var valid2 = _errs4 === errors;
                } else {
                  var valid2 = true;
                }
                if (valid2) {
                  if (data0.permissions !== void 0) {
                    let data2 = data0.permissions;
                    const _errs5 = errors;
                    if (errors === _errs5) {
                      if (Array.isArray(data2)) {
                        var valid3 = true;
                        const len0 = data2.length;
                        for (let i0 = 0; i0 < len0; i0++) {
                          const _errs7 = errors;
                          if (typeof data2[i0] !== "string") {
                            validate21.errors = [{ instancePath: instancePath + "/data/permissions/" + i0, schemaPath: "#/$defs/Status/properties/permissions/items/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                            return false;
                          }
                          var valid3 = _errs7 === errors;
                          if (!valid3) {
                            break;
                          }
                        }
                      } else {
                        validate21.errors = [{ instancePath: instancePath + "/data/permissions", schemaPath: "#/$defs/Status/properties/permissions/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
                        return false;
                      }
                    }
                    var valid2 = _errs5 === errors;
                  } else {
                    var valid2 = true;
                  }
                  if (valid2) {
                    if (data0.withdrawalsEnabled !== void 0) {
                      const _errs9 = errors;
                      if (false !== data0.withdrawalsEnabled) {
                        validate21.errors = [{ instancePath: instancePath + "/data/withdrawalsEnabled", schemaPath: "#/$defs/Status/properties/withdrawalsEnabled/const", keyword: "const", params: { allowedValue: false }, message: "must be equal to constant" }];
                        return false;
                      }
                      var valid2 = _errs9 === errors;
                    } else {
                      var valid2 = true;
                    }
                  }
                }
              }
            } else {
              validate21.errors = [{ instancePath: instancePath + "/data", schemaPath: "#/$defs/Status/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
              return false;
            }
          }
        }
      }
    } else {
      validate21.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate21.errors = vErrors;
  return errors === 0;
}
validate21.evaluated = { "props": { "data": true }, "dynamicProps": false, "dynamicItems": false };
var isBalanceResponse = validate22;
function validate22(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate22.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.data === void 0 && (missing0 = "data")) {
        validate22.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.data !== void 0) {
          let data0 = data.data;
          const _errs2 = errors;
          if (errors === _errs2) {
            if (data0 && typeof data0 == "object" && !Array.isArray(data0)) {
              let missing1;
              if (data0.availableBalance === void 0 && (missing1 = "availableBalance") || data0.currency === void 0 && (missing1 = "currency")) {
                validate22.errors = [{ instancePath: instancePath + "/data", schemaPath: "#/$defs/Balance/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                return false;
              } else {
                if (data0.availableBalance !== void 0) {
                  let data1 = data0.availableBalance;
                  const _errs4 = errors;
                  if (errors === _errs4) {
                    if (typeof data1 == "number" && isFinite(data1)) {
                      if (data1 < 0 || isNaN(data1)) {
                        validate22.errors = [{ instancePath: instancePath + "/data/availableBalance", schemaPath: "#/$defs/Balance/properties/availableBalance/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                        return false;
                      }
                    } else {
                      validate22.errors = [{ instancePath: instancePath + "/data/availableBalance", schemaPath: "#/$defs/Balance/properties/availableBalance/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                      return false;
                    }
                  }
                  var valid2 = _errs4 === errors;
                } else {
                  var valid2 = true;
                }
                if (valid2) {
                  if (data0.currency !== void 0) {
                    const _errs6 = errors;
                    if ("BRL" !== data0.currency) {
                      validate22.errors = [{ instancePath: instancePath + "/data/currency", schemaPath: "#/$defs/Balance/properties/currency/const", keyword: "const", params: { allowedValue: "BRL" }, message: "must be equal to constant" }];
                      return false;
                    }
                    var valid2 = _errs6 === errors;
                  } else {
                    var valid2 = true;
                  }
                }
              }
            } else {
              validate22.errors = [{ instancePath: instancePath + "/data", schemaPath: "#/$defs/Balance/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
              return false;
            }
          }
        }
      }
    } else {
      validate22.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate22.errors = vErrors;
  return errors === 0;
}
validate22.evaluated = { "props": { "data": true }, "dynamicProps": false, "dynamicItems": false };
var isPaymentResponse = validate23;
var schema37 = { "type": "object", "description": "A Pix deposit charge. The service may add fields.", "required": ["id", "status", "amount", "requestedAmount", "fee", "netAmount", "currency", "description", "passFee", "pixCode", "validityMinutes", "expiresAt", "paidAt", "createdAt"], "properties": { "id": { "$ref": "#/$defs/PaymentId" }, "status": { "$ref": "#/$defs/PaymentStatus" }, "amount": { "type": "number", "description": "What the customer pays, in reais." }, "requestedAmount": { "type": "number", "description": "What the store asked for, in reais." }, "fee": { "type": "number", "description": "Fee, in reais." }, "netAmount": { "type": "number", "description": "What the wallet gets, in reais." }, "currency": { "const": "BRL", "description": "The currency of all amounts." }, "description": { "type": ["string", "null"], "maxLength": 80, "description": "What the charge is for." }, "passFee": { "type": "boolean", "description": "Whether the fee is added on top of the requested amount." }, "pixCode": { "type": ["string", "null"], "description": "Copy-and-paste Pix code." }, "qrCode": { "type": ["string", "null"], "description": "An image as a data URL. Only when a charge is created or read, not in a list." }, "validityMinutes": { "$ref": "#/$defs/ValidityMinutes" }, "expiresAt": { "type": ["string", "null"], "format": "date-time", "description": "Until when it can be paid." }, "paidAt": { "type": ["string", "null"], "format": "date-time", "description": "When it was paid." }, "createdAt": { "type": "string", "format": "date-time", "description": "When it was created." } } };
var schema39 = { "type": "string", "enum": ["CREATING", "PENDING", "PAID", "EXPIRED", "FAILED"], "description": "PAID is the only state that confirms payment." };
var schema40 = { "type": "integer", "description": "How long a charge can be paid, in minutes.", "enum": [30, 60, 360, 1440, 2880, 10080] };
var pattern4 = new RegExp("^[A-Za-z0-9_-]{1,100}$", "u");
var func1 = require_ucs2length().default;
var formats0 = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt ](?:[01]\d|2[0-3]):[0-5]\d:(?:[0-5]\d|60)(?:\.\d+)?(?:[Zz]|[+-]\d\d:?\d\d)$/;
function validate24(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate24.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.status === void 0 && (missing0 = "status") || data.amount === void 0 && (missing0 = "amount") || data.requestedAmount === void 0 && (missing0 = "requestedAmount") || data.fee === void 0 && (missing0 = "fee") || data.netAmount === void 0 && (missing0 = "netAmount") || data.currency === void 0 && (missing0 = "currency") || data.description === void 0 && (missing0 = "description") || data.passFee === void 0 && (missing0 = "passFee") || data.pixCode === void 0 && (missing0 = "pixCode") || data.validityMinutes === void 0 && (missing0 = "validityMinutes") || data.expiresAt === void 0 && (missing0 = "expiresAt") || data.paidAt === void 0 && (missing0 = "paidAt") || data.createdAt === void 0 && (missing0 = "createdAt")) {
        validate24.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.id !== void 0) {
          let data0 = data.id;
          const _errs1 = errors;
          const _errs2 = errors;
          if (errors === _errs2) {
            if (typeof data0 === "string") {
              if (!pattern4.test(data0)) {
                validate24.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/$defs/PaymentId/pattern", keyword: "pattern", params: { pattern: "^[A-Za-z0-9_-]{1,100}$" }, message: 'must match pattern "^[A-Za-z0-9_-]{1,100}$"' }];
                return false;
              }
            } else {
              validate24.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/$defs/PaymentId/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.status !== void 0) {
            let data1 = data.status;
            const _errs4 = errors;
            if (typeof data1 !== "string") {
              validate24.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/$defs/PaymentStatus/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
            if (!(data1 === "CREATING" || data1 === "PENDING" || data1 === "PAID" || data1 === "EXPIRED" || data1 === "FAILED")) {
              validate24.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/$defs/PaymentStatus/enum", keyword: "enum", params: { allowedValues: schema39.enum }, message: "must be equal to one of the allowed values" }];
              return false;
            }
            var valid0 = _errs4 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.amount !== void 0) {
              let data2 = data.amount;
              const _errs7 = errors;
              if (!(typeof data2 == "number" && isFinite(data2))) {
                validate24.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                return false;
              }
              var valid0 = _errs7 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.requestedAmount !== void 0) {
                let data3 = data.requestedAmount;
                const _errs9 = errors;
                if (!(typeof data3 == "number" && isFinite(data3))) {
                  validate24.errors = [{ instancePath: instancePath + "/requestedAmount", schemaPath: "#/properties/requestedAmount/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                  return false;
                }
                var valid0 = _errs9 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.fee !== void 0) {
                  let data4 = data.fee;
                  const _errs11 = errors;
                  if (!(typeof data4 == "number" && isFinite(data4))) {
                    validate24.errors = [{ instancePath: instancePath + "/fee", schemaPath: "#/properties/fee/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                    return false;
                  }
                  var valid0 = _errs11 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.netAmount !== void 0) {
                    let data5 = data.netAmount;
                    const _errs13 = errors;
                    if (!(typeof data5 == "number" && isFinite(data5))) {
                      validate24.errors = [{ instancePath: instancePath + "/netAmount", schemaPath: "#/properties/netAmount/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                      return false;
                    }
                    var valid0 = _errs13 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.currency !== void 0) {
                      const _errs15 = errors;
                      if ("BRL" !== data.currency) {
                        validate24.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "BRL" }, message: "must be equal to constant" }];
                        return false;
                      }
                      var valid0 = _errs15 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.description !== void 0) {
                        let data7 = data.description;
                        const _errs16 = errors;
                        if (typeof data7 !== "string" && data7 !== null) {
                          validate24.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: schema37.properties.description.type }, message: "must be string,null" }];
                          return false;
                        }
                        if (errors === _errs16) {
                          if (typeof data7 === "string") {
                            if (func1(data7) > 80) {
                              validate24.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 80 }, message: "must NOT have more than 80 characters" }];
                              return false;
                            }
                          }
                        }
                        var valid0 = _errs16 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.passFee !== void 0) {
                          const _errs18 = errors;
                          if (typeof data.passFee !== "boolean") {
                            validate24.errors = [{ instancePath: instancePath + "/passFee", schemaPath: "#/properties/passFee/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                            return false;
                          }
                          var valid0 = _errs18 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.pixCode !== void 0) {
                            let data9 = data.pixCode;
                            const _errs20 = errors;
                            if (typeof data9 !== "string" && data9 !== null) {
                              validate24.errors = [{ instancePath: instancePath + "/pixCode", schemaPath: "#/properties/pixCode/type", keyword: "type", params: { type: schema37.properties.pixCode.type }, message: "must be string,null" }];
                              return false;
                            }
                            var valid0 = _errs20 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.qrCode !== void 0) {
                              let data10 = data.qrCode;
                              const _errs22 = errors;
                              if (typeof data10 !== "string" && data10 !== null) {
                                validate24.errors = [{ instancePath: instancePath + "/qrCode", schemaPath: "#/properties/qrCode/type", keyword: "type", params: { type: schema37.properties.qrCode.type }, message: "must be string,null" }];
                                return false;
                              }
                              var valid0 = _errs22 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.validityMinutes !== void 0) {
                                let data11 = data.validityMinutes;
                                const _errs24 = errors;
                                if (!(typeof data11 == "number" && (!(data11 % 1) && !isNaN(data11)) && isFinite(data11))) {
                                  validate24.errors = [{ instancePath: instancePath + "/validityMinutes", schemaPath: "#/$defs/ValidityMinutes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                  return false;
                                }
                                if (!(data11 === 30 || data11 === 60 || data11 === 360 || data11 === 1440 || data11 === 2880 || data11 === 10080)) {
                                  validate24.errors = [{ instancePath: instancePath + "/validityMinutes", schemaPath: "#/$defs/ValidityMinutes/enum", keyword: "enum", params: { allowedValues: schema40.enum }, message: "must be equal to one of the allowed values" }];
                                  return false;
                                }
                                var valid0 = _errs24 === errors;
                              } else {
                                var valid0 = true;
                              }
                              if (valid0) {
                                if (data.expiresAt !== void 0) {
                                  let data12 = data.expiresAt;
                                  const _errs27 = errors;
                                  if (typeof data12 !== "string" && data12 !== null) {
                                    validate24.errors = [{ instancePath: instancePath + "/expiresAt", schemaPath: "#/properties/expiresAt/type", keyword: "type", params: { type: schema37.properties.expiresAt.type }, message: "must be string,null" }];
                                    return false;
                                  }
                                  if (errors === _errs27) {
                                    if (errors === _errs27) {
                                      if (typeof data12 === "string") {
                                        if (!formats0.test(data12)) {
                                          validate24.errors = [{ instancePath: instancePath + "/expiresAt", schemaPath: "#/properties/expiresAt/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' }];
                                          return false;
                                        }
                                      }
                                    }
                                  }
                                  var valid0 = _errs27 === errors;
                                } else {
                                  var valid0 = true;
                                }
                                if (valid0) {
                                  if (data.paidAt !== void 0) {
                                    let data13 = data.paidAt;
                                    const _errs29 = errors;
                                    if (typeof data13 !== "string" && data13 !== null) {
                                      validate24.errors = [{ instancePath: instancePath + "/paidAt", schemaPath: "#/properties/paidAt/type", keyword: "type", params: { type: schema37.properties.paidAt.type }, message: "must be string,null" }];
                                      return false;
                                    }
                                    if (errors === _errs29) {
                                      if (errors === _errs29) {
                                        if (typeof data13 === "string") {
                                          if (!formats0.test(data13)) {
                                            validate24.errors = [{ instancePath: instancePath + "/paidAt", schemaPath: "#/properties/paidAt/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' }];
                                            return false;
                                          }
                                        }
                                      }
                                    }
                                    var valid0 = _errs29 === errors;
                                  } else {
                                    var valid0 = true;
                                  }
                                  if (valid0) {
                                    if (data.createdAt !== void 0) {
                                      let data14 = data.createdAt;
                                      const _errs31 = errors;
                                      if (errors === _errs31) {
                                        if (errors === _errs31) {
                                          if (typeof data14 === "string") {
                                            if (!formats0.test(data14)) {
                                              validate24.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' }];
                                              return false;
                                            }
                                          } else {
                                            validate24.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                            return false;
                                          }
                                        }
                                      }
                                      var valid0 = _errs31 === errors;
                                    } else {
                                      var valid0 = true;
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate24.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate24.errors = vErrors;
  return errors === 0;
}
validate24.evaluated = { "props": { "id": true, "status": true, "amount": true, "requestedAmount": true, "fee": true, "netAmount": true, "currency": true, "description": true, "passFee": true, "pixCode": true, "qrCode": true, "validityMinutes": true, "expiresAt": true, "paidAt": true, "createdAt": true }, "dynamicProps": false, "dynamicItems": false };
function validate23(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate23.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.data === void 0 && (missing0 = "data")) {
        validate23.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.data !== void 0) {
          if (!validate24(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors })) {
            vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
            errors = vErrors.length;
          }
        }
      }
    } else {
      validate23.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate23.errors = vErrors;
  return errors === 0;
}
validate23.evaluated = { "props": { "data": true }, "dynamicProps": false, "dynamicItems": false };
var isPaymentListResponse = validate26;
function validate26(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate26.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.data === void 0 && (missing0 = "data") || data.pagination === void 0 && (missing0 = "pagination")) {
        validate26.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.data !== void 0) {
          let data0 = data.data;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (Array.isArray(data0)) {
              var valid1 = true;
              const len0 = data0.length;
              for (let i0 = 0; i0 < len0; i0++) {
                const _errs3 = errors;
                if (!validate24(data0[i0], { instancePath: instancePath + "/data/" + i0, parentData: data0, parentDataProperty: i0, rootData, dynamicAnchors })) {
                  vErrors = vErrors === null ? validate24.errors : vErrors.concat(validate24.errors);
                  errors = vErrors.length;
                }
                var valid1 = _errs3 === errors;
                if (!valid1) {
                  break;
                }
              }
            } else {
              validate26.errors = [{ instancePath: instancePath + "/data", schemaPath: "#/properties/data/type", keyword: "type", params: { type: "array" }, message: "must be array" }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.pagination !== void 0) {
            let data2 = data.pagination;
            const _errs4 = errors;
            const _errs5 = errors;
            if (errors === _errs5) {
              if (data2 && typeof data2 == "object" && !Array.isArray(data2)) {
                let missing1;
                if (data2.page === void 0 && (missing1 = "page") || data2.limit === void 0 && (missing1 = "limit") || data2.total === void 0 && (missing1 = "total")) {
                  validate26.errors = [{ instancePath: instancePath + "/pagination", schemaPath: "#/$defs/Pagination/required", keyword: "required", params: { missingProperty: missing1 }, message: "must have required property '" + missing1 + "'" }];
                  return false;
                } else {
                  if (data2.page !== void 0) {
                    let data3 = data2.page;
                    const _errs7 = errors;
                    if (!(typeof data3 == "number" && (!(data3 % 1) && !isNaN(data3)) && isFinite(data3))) {
                      validate26.errors = [{ instancePath: instancePath + "/pagination/page", schemaPath: "#/$defs/Pagination/properties/page/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                      return false;
                    }
                    if (errors === _errs7) {
                      if (typeof data3 == "number" && isFinite(data3)) {
                        if (data3 > 1e3 || isNaN(data3)) {
                          validate26.errors = [{ instancePath: instancePath + "/pagination/page", schemaPath: "#/$defs/Pagination/properties/page/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" }];
                          return false;
                        } else {
                          if (data3 < 1 || isNaN(data3)) {
                            validate26.errors = [{ instancePath: instancePath + "/pagination/page", schemaPath: "#/$defs/Pagination/properties/page/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                            return false;
                          }
                        }
                      }
                    }
                    var valid3 = _errs7 === errors;
                  } else {
                    var valid3 = true;
                  }
                  if (valid3) {
                    if (data2.limit !== void 0) {
                      let data4 = data2.limit;
                      const _errs9 = errors;
                      if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
                        validate26.errors = [{ instancePath: instancePath + "/pagination/limit", schemaPath: "#/$defs/Pagination/properties/limit/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                        return false;
                      }
                      if (errors === _errs9) {
                        if (typeof data4 == "number" && isFinite(data4)) {
                          if (data4 > 100 || isNaN(data4)) {
                            validate26.errors = [{ instancePath: instancePath + "/pagination/limit", schemaPath: "#/$defs/Pagination/properties/limit/maximum", keyword: "maximum", params: { comparison: "<=", limit: 100 }, message: "must be <= 100" }];
                            return false;
                          } else {
                            if (data4 < 1 || isNaN(data4)) {
                              validate26.errors = [{ instancePath: instancePath + "/pagination/limit", schemaPath: "#/$defs/Pagination/properties/limit/minimum", keyword: "minimum", params: { comparison: ">=", limit: 1 }, message: "must be >= 1" }];
                              return false;
                            }
                          }
                        }
                      }
                      var valid3 = _errs9 === errors;
                    } else {
                      var valid3 = true;
                    }
                    if (valid3) {
                      if (data2.total !== void 0) {
                        let data5 = data2.total;
                        const _errs11 = errors;
                        if (!(typeof data5 == "number" && (!(data5 % 1) && !isNaN(data5)) && isFinite(data5))) {
                          validate26.errors = [{ instancePath: instancePath + "/pagination/total", schemaPath: "#/$defs/Pagination/properties/total/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                          return false;
                        }
                        if (errors === _errs11) {
                          if (typeof data5 == "number" && isFinite(data5)) {
                            if (data5 < 0 || isNaN(data5)) {
                              validate26.errors = [{ instancePath: instancePath + "/pagination/total", schemaPath: "#/$defs/Pagination/properties/total/minimum", keyword: "minimum", params: { comparison: ">=", limit: 0 }, message: "must be >= 0" }];
                              return false;
                            }
                          }
                        }
                        var valid3 = _errs11 === errors;
                      } else {
                        var valid3 = true;
                      }
                    }
                  }
                }
              } else {
                validate26.errors = [{ instancePath: instancePath + "/pagination", schemaPath: "#/$defs/Pagination/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
                return false;
              }
            }
            var valid0 = _errs4 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate26.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate26.errors = vErrors;
  return errors === 0;
}
validate26.evaluated = { "props": { "data": true, "pagination": true }, "dynamicProps": false, "dynamicItems": false };
var isCreatePayment = validate28;
var schema43 = { "type": "object", "description": "The body of a creation. No other field is accepted.", "additionalProperties": false, "required": ["amount"], "properties": { "amount": { "type": "number", "exclusiveMinimum": 0, "maximum": 1e3, "description": "In reais, at most two decimals (a multiple of 0.01). Check the decimal as it is written: a binary floating-point number can't show it." }, "currency": { "const": "BRL", "default": "BRL" }, "description": { "type": "string", "maxLength": 80, "default": "" }, "passFee": { "type": "boolean", "default": false }, "validityMinutes": { "type": "integer", "enum": [30, 60, 360, 1440, 2880, 10080], "default": 30 } } };
function validate28(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate28.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.amount === void 0 && (missing0 = "amount")) {
        validate28.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        const _errs1 = errors;
        for (const key0 in data) {
          if (!(key0 === "amount" || key0 === "currency" || key0 === "description" || key0 === "passFee" || key0 === "validityMinutes")) {
            validate28.errors = [{ instancePath, schemaPath: "#/additionalProperties", keyword: "additionalProperties", params: { additionalProperty: key0 }, message: "must NOT have additional properties" }];
            return false;
            break;
          }
        }
        if (_errs1 === errors) {
          if (data.amount !== void 0) {
            let data0 = data.amount;
            const _errs2 = errors;
            if (errors === _errs2) {
              if (typeof data0 == "number" && isFinite(data0)) {
                if (data0 > 1e3 || isNaN(data0)) {
                  validate28.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/maximum", keyword: "maximum", params: { comparison: "<=", limit: 1e3 }, message: "must be <= 1000" }];
                  return false;
                } else {
                  if (data0 <= 0 || isNaN(data0)) {
                    validate28.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/exclusiveMinimum", keyword: "exclusiveMinimum", params: { comparison: ">", limit: 0 }, message: "must be > 0" }];
                    return false;
                  }
                }
              } else {
                validate28.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                return false;
              }
            }
            var valid0 = _errs2 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.currency !== void 0) {
              const _errs4 = errors;
              if ("BRL" !== data.currency) {
                validate28.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "BRL" }, message: "must be equal to constant" }];
                return false;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.description !== void 0) {
                let data2 = data.description;
                const _errs5 = errors;
                if (errors === _errs5) {
                  if (typeof data2 === "string") {
                    if (func1(data2) > 80) {
                      validate28.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 80 }, message: "must NOT have more than 80 characters" }];
                      return false;
                    }
                  } else {
                    validate28.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                }
                var valid0 = _errs5 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.passFee !== void 0) {
                  const _errs7 = errors;
                  if (typeof data.passFee !== "boolean") {
                    validate28.errors = [{ instancePath: instancePath + "/passFee", schemaPath: "#/properties/passFee/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                    return false;
                  }
                  var valid0 = _errs7 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.validityMinutes !== void 0) {
                    let data4 = data.validityMinutes;
                    const _errs9 = errors;
                    if (!(typeof data4 == "number" && (!(data4 % 1) && !isNaN(data4)) && isFinite(data4))) {
                      validate28.errors = [{ instancePath: instancePath + "/validityMinutes", schemaPath: "#/properties/validityMinutes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                      return false;
                    }
                    if (!(data4 === 30 || data4 === 60 || data4 === 360 || data4 === 1440 || data4 === 2880 || data4 === 10080)) {
                      validate28.errors = [{ instancePath: instancePath + "/validityMinutes", schemaPath: "#/properties/validityMinutes/enum", keyword: "enum", params: { allowedValues: schema43.properties.validityMinutes.enum }, message: "must be equal to one of the allowed values" }];
                      return false;
                    }
                    var valid0 = _errs9 === errors;
                  } else {
                    var valid0 = true;
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate28.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate28.errors = vErrors;
  return errors === 0;
}
validate28.evaluated = { "props": true, "dynamicProps": false, "dynamicItems": false };
var isPaymentEvent = validate29;
var schema44 = { "type": "object", "description": "The envelope of a payment event.", "required": ["id", "type", "createdAt", "storeId", "data"], "properties": { "id": { "type": "string", "minLength": 1, "description": "The id of the event. Process each id once." }, "type": { "type": "string", "enum": ["payment.created", "payment.approved", "payment.expired", "payment.failed"], "description": "What happened." }, "createdAt": { "type": "string", "format": "date-time", "description": "When the event was made." }, "storeId": { "type": "string", "description": "The store that it is about." }, "data": { "$ref": "#/$defs/PaymentEventData" } } };
var schema45 = { "type": "object", "required": ["paymentId", "source", "status"], "properties": { "paymentId": { "type": "string", "minLength": 1, "description": "The id of the charge." }, "source": { "const": "api", "description": "Where the charge comes from." }, "status": { "$ref": "#/$defs/PaymentStatus" }, "id": { "type": "string", "description": "As in Payment." }, "amount": { "type": "number", "description": "As in Payment." }, "requestedAmount": { "type": "number", "description": "As in Payment." }, "fee": { "type": "number", "description": "As in Payment." }, "netAmount": { "type": "number", "description": "As in Payment." }, "currency": { "const": "BRL", "description": "As in Payment." }, "description": { "type": ["string", "null"], "maxLength": 80, "description": "As in Payment." }, "passFee": { "type": "boolean", "description": "As in Payment." }, "validityMinutes": { "$ref": "#/$defs/ValidityMinutes" }, "expiresAt": { "type": ["string", "null"], "format": "date-time", "description": "As in Payment." }, "paidAt": { "type": ["string", "null"], "format": "date-time", "description": "As in Payment." }, "createdAt": { "type": "string", "format": "date-time", "description": "As in Payment." } } };
function validate30(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate30.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.paymentId === void 0 && (missing0 = "paymentId") || data.source === void 0 && (missing0 = "source") || data.status === void 0 && (missing0 = "status")) {
        validate30.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.paymentId !== void 0) {
          let data0 = data.paymentId;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (func1(data0) < 1) {
                validate30.errors = [{ instancePath: instancePath + "/paymentId", schemaPath: "#/properties/paymentId/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                return false;
              }
            } else {
              validate30.errors = [{ instancePath: instancePath + "/paymentId", schemaPath: "#/properties/paymentId/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.source !== void 0) {
            const _errs3 = errors;
            if ("api" !== data.source) {
              validate30.errors = [{ instancePath: instancePath + "/source", schemaPath: "#/properties/source/const", keyword: "const", params: { allowedValue: "api" }, message: "must be equal to constant" }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.status !== void 0) {
              let data2 = data.status;
              const _errs4 = errors;
              if (typeof data2 !== "string") {
                validate30.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/$defs/PaymentStatus/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                return false;
              }
              if (!(data2 === "CREATING" || data2 === "PENDING" || data2 === "PAID" || data2 === "EXPIRED" || data2 === "FAILED")) {
                validate30.errors = [{ instancePath: instancePath + "/status", schemaPath: "#/$defs/PaymentStatus/enum", keyword: "enum", params: { allowedValues: schema39.enum }, message: "must be equal to one of the allowed values" }];
                return false;
              }
              var valid0 = _errs4 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.id !== void 0) {
                const _errs7 = errors;
                if (typeof data.id !== "string") {
                  validate30.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.amount !== void 0) {
                  let data4 = data.amount;
                  const _errs9 = errors;
                  if (!(typeof data4 == "number" && isFinite(data4))) {
                    validate30.errors = [{ instancePath: instancePath + "/amount", schemaPath: "#/properties/amount/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                    return false;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
                if (valid0) {
                  if (data.requestedAmount !== void 0) {
                    let data5 = data.requestedAmount;
                    const _errs11 = errors;
                    if (!(typeof data5 == "number" && isFinite(data5))) {
                      validate30.errors = [{ instancePath: instancePath + "/requestedAmount", schemaPath: "#/properties/requestedAmount/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                      return false;
                    }
                    var valid0 = _errs11 === errors;
                  } else {
                    var valid0 = true;
                  }
                  if (valid0) {
                    if (data.fee !== void 0) {
                      let data6 = data.fee;
                      const _errs13 = errors;
                      if (!(typeof data6 == "number" && isFinite(data6))) {
                        validate30.errors = [{ instancePath: instancePath + "/fee", schemaPath: "#/properties/fee/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                        return false;
                      }
                      var valid0 = _errs13 === errors;
                    } else {
                      var valid0 = true;
                    }
                    if (valid0) {
                      if (data.netAmount !== void 0) {
                        let data7 = data.netAmount;
                        const _errs15 = errors;
                        if (!(typeof data7 == "number" && isFinite(data7))) {
                          validate30.errors = [{ instancePath: instancePath + "/netAmount", schemaPath: "#/properties/netAmount/type", keyword: "type", params: { type: "number" }, message: "must be number" }];
                          return false;
                        }
                        var valid0 = _errs15 === errors;
                      } else {
                        var valid0 = true;
                      }
                      if (valid0) {
                        if (data.currency !== void 0) {
                          const _errs17 = errors;
                          if ("BRL" !== data.currency) {
                            validate30.errors = [{ instancePath: instancePath + "/currency", schemaPath: "#/properties/currency/const", keyword: "const", params: { allowedValue: "BRL" }, message: "must be equal to constant" }];
                            return false;
                          }
                          var valid0 = _errs17 === errors;
                        } else {
                          var valid0 = true;
                        }
                        if (valid0) {
                          if (data.description !== void 0) {
                            let data9 = data.description;
                            const _errs18 = errors;
                            if (typeof data9 !== "string" && data9 !== null) {
                              validate30.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/type", keyword: "type", params: { type: schema45.properties.description.type }, message: "must be string,null" }];
                              return false;
                            }
                            if (errors === _errs18) {
                              if (typeof data9 === "string") {
                                if (func1(data9) > 80) {
                                  validate30.errors = [{ instancePath: instancePath + "/description", schemaPath: "#/properties/description/maxLength", keyword: "maxLength", params: { limit: 80 }, message: "must NOT have more than 80 characters" }];
                                  return false;
                                }
                              }
                            }
                            var valid0 = _errs18 === errors;
                          } else {
                            var valid0 = true;
                          }
                          if (valid0) {
                            if (data.passFee !== void 0) {
                              const _errs20 = errors;
                              if (typeof data.passFee !== "boolean") {
                                validate30.errors = [{ instancePath: instancePath + "/passFee", schemaPath: "#/properties/passFee/type", keyword: "type", params: { type: "boolean" }, message: "must be boolean" }];
                                return false;
                              }
                              var valid0 = _errs20 === errors;
                            } else {
                              var valid0 = true;
                            }
                            if (valid0) {
                              if (data.validityMinutes !== void 0) {
                                let data11 = data.validityMinutes;
                                const _errs22 = errors;
                                if (!(typeof data11 == "number" && (!(data11 % 1) && !isNaN(data11)) && isFinite(data11))) {
                                  validate30.errors = [{ instancePath: instancePath + "/validityMinutes", schemaPath: "#/$defs/ValidityMinutes/type", keyword: "type", params: { type: "integer" }, message: "must be integer" }];
                                  return false;
                                }
                                if (!(data11 === 30 || data11 === 60 || data11 === 360 || data11 === 1440 || data11 === 2880 || data11 === 10080)) {
                                  validate30.errors = [{ instancePath: instancePath + "/validityMinutes", schemaPath: "#/$defs/ValidityMinutes/enum", keyword: "enum", params: { allowedValues: schema40.enum }, message: "must be equal to one of the allowed values" }];
                                  return false;
                                }
                                var valid0 = _errs22 === errors;
                              } else {
                                var valid0 = true;
                              }
                              if (valid0) {
                                if (data.expiresAt !== void 0) {
                                  let data12 = data.expiresAt;
                                  const _errs25 = errors;
                                  if (typeof data12 !== "string" && data12 !== null) {
                                    validate30.errors = [{ instancePath: instancePath + "/expiresAt", schemaPath: "#/properties/expiresAt/type", keyword: "type", params: { type: schema45.properties.expiresAt.type }, message: "must be string,null" }];
                                    return false;
                                  }
                                  if (errors === _errs25) {
                                    if (errors === _errs25) {
                                      if (typeof data12 === "string") {
                                        if (!formats0.test(data12)) {
                                          validate30.errors = [{ instancePath: instancePath + "/expiresAt", schemaPath: "#/properties/expiresAt/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' }];
                                          return false;
                                        }
                                      }
                                    }
                                  }
                                  var valid0 = _errs25 === errors;
                                } else {
                                  var valid0 = true;
                                }
                                if (valid0) {
                                  if (data.paidAt !== void 0) {
                                    let data13 = data.paidAt;
                                    const _errs27 = errors;
                                    if (typeof data13 !== "string" && data13 !== null) {
                                      validate30.errors = [{ instancePath: instancePath + "/paidAt", schemaPath: "#/properties/paidAt/type", keyword: "type", params: { type: schema45.properties.paidAt.type }, message: "must be string,null" }];
                                      return false;
                                    }
                                    if (errors === _errs27) {
                                      if (errors === _errs27) {
                                        if (typeof data13 === "string") {
                                          if (!formats0.test(data13)) {
                                            validate30.errors = [{ instancePath: instancePath + "/paidAt", schemaPath: "#/properties/paidAt/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' }];
                                            return false;
                                          }
                                        }
                                      }
                                    }
                                    var valid0 = _errs27 === errors;
                                  } else {
                                    var valid0 = true;
                                  }
                                  if (valid0) {
                                    if (data.createdAt !== void 0) {
                                      let data14 = data.createdAt;
                                      const _errs29 = errors;
                                      if (errors === _errs29) {
                                        if (errors === _errs29) {
                                          if (typeof data14 === "string") {
                                            if (!formats0.test(data14)) {
                                              validate30.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' }];
                                              return false;
                                            }
                                          } else {
                                            validate30.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                                            return false;
                                          }
                                        }
                                      }
                                      var valid0 = _errs29 === errors;
                                    } else {
                                      var valid0 = true;
                                    }
                                  }
                                }
                              }
                            }
                          }
                        }
                      }
                    }
                  }
                }
              }
            }
          }
        }
      }
    } else {
      validate30.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate30.errors = vErrors;
  return errors === 0;
}
validate30.evaluated = { "props": { "paymentId": true, "source": true, "status": true, "id": true, "amount": true, "requestedAmount": true, "fee": true, "netAmount": true, "currency": true, "description": true, "passFee": true, "validityMinutes": true, "expiresAt": true, "paidAt": true, "createdAt": true }, "dynamicProps": false, "dynamicItems": false };
function validate29(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate29.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.id === void 0 && (missing0 = "id") || data.type === void 0 && (missing0 = "type") || data.createdAt === void 0 && (missing0 = "createdAt") || data.storeId === void 0 && (missing0 = "storeId") || data.data === void 0 && (missing0 = "data")) {
        validate29.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.id !== void 0) {
          let data0 = data.id;
          const _errs1 = errors;
          if (errors === _errs1) {
            if (typeof data0 === "string") {
              if (func1(data0) < 1) {
                validate29.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/minLength", keyword: "minLength", params: { limit: 1 }, message: "must NOT have fewer than 1 characters" }];
                return false;
              }
            } else {
              validate29.errors = [{ instancePath: instancePath + "/id", schemaPath: "#/properties/id/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.type !== void 0) {
            let data1 = data.type;
            const _errs3 = errors;
            if (typeof data1 !== "string") {
              validate29.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
            if (!(data1 === "payment.created" || data1 === "payment.approved" || data1 === "payment.expired" || data1 === "payment.failed")) {
              validate29.errors = [{ instancePath: instancePath + "/type", schemaPath: "#/properties/type/enum", keyword: "enum", params: { allowedValues: schema44.properties.type.enum }, message: "must be equal to one of the allowed values" }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
          if (valid0) {
            if (data.createdAt !== void 0) {
              let data2 = data.createdAt;
              const _errs5 = errors;
              if (errors === _errs5) {
                if (errors === _errs5) {
                  if (typeof data2 === "string") {
                    if (!formats0.test(data2)) {
                      validate29.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/format", keyword: "format", params: { format: "date-time" }, message: 'must match format "date-time"' }];
                      return false;
                    }
                  } else {
                    validate29.errors = [{ instancePath: instancePath + "/createdAt", schemaPath: "#/properties/createdAt/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                    return false;
                  }
                }
              }
              var valid0 = _errs5 === errors;
            } else {
              var valid0 = true;
            }
            if (valid0) {
              if (data.storeId !== void 0) {
                const _errs7 = errors;
                if (typeof data.storeId !== "string") {
                  validate29.errors = [{ instancePath: instancePath + "/storeId", schemaPath: "#/properties/storeId/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
                  return false;
                }
                var valid0 = _errs7 === errors;
              } else {
                var valid0 = true;
              }
              if (valid0) {
                if (data.data !== void 0) {
                  const _errs9 = errors;
                  if (!validate30(data.data, { instancePath: instancePath + "/data", parentData: data, parentDataProperty: "data", rootData, dynamicAnchors })) {
                    vErrors = vErrors === null ? validate30.errors : vErrors.concat(validate30.errors);
                    errors = vErrors.length;
                  }
                  var valid0 = _errs9 === errors;
                } else {
                  var valid0 = true;
                }
              }
            }
          }
        }
      }
    } else {
      validate29.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate29.errors = vErrors;
  return errors === 0;
}
validate29.evaluated = { "props": { "id": true, "type": true, "createdAt": true, "storeId": true, "data": true }, "dynamicProps": false, "dynamicItems": false };
var isError = validate32;
function validate32(data, { instancePath = "", parentData, parentDataProperty, rootData = data, dynamicAnchors = {} } = {}) {
  let vErrors = null;
  let errors = 0;
  const evaluated0 = validate32.evaluated;
  if (evaluated0.dynamicProps) {
    evaluated0.props = void 0;
  }
  if (evaluated0.dynamicItems) {
    evaluated0.items = void 0;
  }
  if (errors === 0) {
    if (data && typeof data == "object" && !Array.isArray(data)) {
      let missing0;
      if (data.error === void 0 && (missing0 = "error")) {
        validate32.errors = [{ instancePath, schemaPath: "#/required", keyword: "required", params: { missingProperty: missing0 }, message: "must have required property '" + missing0 + "'" }];
        return false;
      } else {
        if (data.error !== void 0) {
          const _errs1 = errors;
          if (typeof data.error !== "string") {
            validate32.errors = [{ instancePath: instancePath + "/error", schemaPath: "#/properties/error/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
            return false;
          }
          var valid0 = _errs1 === errors;
        } else {
          var valid0 = true;
        }
        if (valid0) {
          if (data.code !== void 0) {
            const _errs3 = errors;
            if (typeof data.code !== "string") {
              validate32.errors = [{ instancePath: instancePath + "/code", schemaPath: "#/properties/code/type", keyword: "type", params: { type: "string" }, message: "must be string" }];
              return false;
            }
            var valid0 = _errs3 === errors;
          } else {
            var valid0 = true;
          }
        }
      }
    } else {
      validate32.errors = [{ instancePath, schemaPath: "#/type", keyword: "type", params: { type: "object" }, message: "must be object" }];
      return false;
    }
  }
  validate32.errors = vErrors;
  return errors === 0;
}
validate32.evaluated = { "props": { "error": true, "code": true }, "dynamicProps": false, "dynamicItems": false };
export {
  isBalanceResponse,
  isCreatePayment,
  isError,
  isPaymentEvent,
  isPaymentListResponse,
  isPaymentResponse,
  isStatusResponse
};
